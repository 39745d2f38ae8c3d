/*
 * clocks.c — waits with a clock of the call's own, for programs that heddle cc builds and that run
 * natively. musl waits by the clock of the object, or of the wall. A deadline is converted to that
 * one when the wait begins, so that a step of the wall clock meanwhile is not noticed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#define OPEN __attribute__((__weak__))
#define SECOND 1000000000L

/* Converts a deadline; returns 0 or EINVAL. */
static int convert(clockid_t from, clockid_t to, const struct timespec *at, struct timespec *out) {
    struct timespec then, now;
    if (from != CLOCK_REALTIME && from != CLOCK_MONOTONIC) return EINVAL;
    *out = *at;
    if (from == to || at->tv_nsec < 0 || at->tv_nsec >= SECOND) return 0;
    clock_gettime(from, &then);
    clock_gettime(to, &now);
    out->tv_sec = at->tv_sec - then.tv_sec + now.tv_sec;
    out->tv_nsec = at->tv_nsec - then.tv_nsec + now.tv_nsec;
    for (; out->tv_nsec < 0; out->tv_nsec += SECOND) out->tv_sec--;
    for (; out->tv_nsec >= SECOND; out->tv_nsec -= SECOND) out->tv_sec++;
    return 0;
}

OPEN int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                                clockid_t clock, const struct timespec *restrict at) {
    struct timespec until;
    clockid_t own = c->__u.__i[4]; /* where musl keeps the clock of the attributes */
    int error = convert(clock, own, at, &until);
    return error ? error : pthread_cond_timedwait(c, m, &until);
}
OPEN int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock,
                                 const struct timespec *restrict at) {
    struct timespec until;
    int error = convert(clock, CLOCK_REALTIME, at, &until);
    return error ? error : pthread_mutex_timedlock(m, &until);
}
OPEN int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict l, clockid_t clock,
                                    const struct timespec *restrict at) {
    struct timespec until;
    int error = convert(clock, CLOCK_REALTIME, at, &until);
    return error ? error : pthread_rwlock_timedrdlock(l, &until);
}
OPEN int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict l, clockid_t clock,
                                    const struct timespec *restrict at) {
    struct timespec until;
    int error = convert(clock, CLOCK_REALTIME, at, &until);
    return error ? error : pthread_rwlock_timedwrlock(l, &until);
}
OPEN int sem_clockwait(sem_t *restrict s, clockid_t clock, const struct timespec *restrict at) {
    struct timespec until;
    int error = convert(clock, CLOCK_REALTIME, at, &until);
    if (!error) return sem_timedwait(s, &until);
    errno = error;
    return -1;
}
OPEN int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
                              const struct timespec *at) {
    struct timespec until;
    if (!at) return pthread_join(thread, result);
    int error = convert(clock, CLOCK_REALTIME, at, &until);
    return error ? error : pthread_timedjoin_np(thread, result, &until);
}

/* musl's locks have no preference: the kind is kept, and has no effect. */
OPEN int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int kind) {
    if ((unsigned)kind > 2u) return EINVAL;
    a->__attr[1] = (unsigned)kind;
    return 0;
}
OPEN int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *restrict a, int *restrict kind) {
    *kind = (int)a->__attr[1];
    return 0;
}

int sched_yield(void);
OPEN int pthread_yield(void) { return sched_yield(); }
