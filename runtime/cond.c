/*
 * cond.c — condition variables and their attributes, POSIX and C11. The engine keeps the waiting
 * threads. The object holds its generation, its mark (see runtime.h) and the clock.
 */
#include "pthread_impl.h"
#include <threads.h>
#include "runtime.h"

#define WORD(c) ((c)->__u.__i[0])
#define MARK(c) ((c)->__u.__i[1])
#define HOME(c) ((c)->__u.__i[3])

static int plain_word(const pthread_cond_t *c) {
    return __heddle_word(c, WORD(c), MARK(c), MARK_COND, "condition variable");
}
static int word_of(const pthread_cond_t *c) {
    look_for_signals();
    return plain_word(c);
}

static void initialise(pthread_cond_t *c, int clock) {
    ObjectBefore before = {WORD(c), MARK(c), HOME(c)};
    int word = __heddle_new_word(c, before, MARK_COND, "condition variable");
    invariant(!(word & 255));
    *c = (pthread_cond_t){0};
    WORD(c) = word;
    MARK(c) = MARK_COND;
    HOME(c) = __heddle_home(c);
    c->_c_clock = clock;
}

static int destroy(pthread_cond_t *c) {
    int word = word_of(c);
    int error = __heddle_destroy(c, word, 2);
    WORD(c) = 0;
    MARK(c) = MARK_DESTROYED;
    return error;
}

static int wait(pthread_cond_t *c, const pthread_mutex_t *m, int timed, int clock,
                const struct timespec *at) {
    cancellation_point();
    if (at) __heddle_deadline(clock, at);
    int mutex_word = __heddle_mutex_word(m->__u.__i);
    int error = __heddle_cond_wait(c, plain_word(c), (void *)m, mutex_word | timed);
    /* Only a wait with a deadline ends by it, and none fails since the mutex is taken. */
    invariant((error != ETIMEDOUT) | ((timed & HEDDLE_TIMED) != 0));
    invariant(error != EBUSY);
    /* Clean-up handlers run with the mutex held. A thread that was notified takes the notification
     * and is not cancelled here: the notification would be lost for the others. */
    if (error) cancellation_point();
    return error == EINTR ? 0 : error;
}

static int timedwait(pthread_cond_t *c, const pthread_mutex_t *m, const struct timespec *at,
                     int clock, int spurious) {
    if (at->tv_nsec < 0 || at->tv_nsec >= 1000000000L) return EINVAL;
    return wait(c, m, HEDDLE_TIMED | spurious, clock, at);
}

PUBLIC int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict a) {
    initialise(c, a ? (int)(a->__attr & 0x7fffffffu) : 0);
    return 0;
}

PUBLIC int pthread_cond_destroy(pthread_cond_t *c) { return destroy(c); }
PUBLIC int pthread_cond_signal(pthread_cond_t *c) { return __heddle_cond_signal(c, word_of(c)); }
PUBLIC int pthread_cond_broadcast(pthread_cond_t *c) {
    return __heddle_cond_broadcast(c, word_of(c));
}

/* C11's objects have the same layout. */
static pthread_cond_t *posix(cnd_t *c) { return (pthread_cond_t *)c; }

/* Each wait is defined twice: calls in a loop that looks again get the second name when a program
 * is loaded (src/program/prepare/waits.c). */
#define WAITS(prefix, spurious)                                                             \
    PUBLIC int prefix##pthread_cond_wait(pthread_cond_t *restrict c,                        \
                                         pthread_mutex_t *restrict m) {                     \
        return wait(c, m, spurious, 0, 0);                                                  \
    }                                                                                       \
    PUBLIC int prefix##pthread_cond_timedwait(pthread_cond_t *restrict c,                   \
                                              pthread_mutex_t *restrict m,                  \
                                              const struct timespec *restrict at) {         \
        return timedwait(c, m, at, c->_c_clock, spurious);                                  \
    }                                                                                       \
    PUBLIC int prefix##pthread_cond_clockwait(pthread_cond_t *restrict c,                   \
                                              pthread_mutex_t *restrict m, clockid_t clock, \
                                              const struct timespec *restrict at) {         \
        return __heddle_is_clock(clock) ? timedwait(c, m, at, clock, spurious) : EINVAL;    \
    }                                                                                       \
    PUBLIC int prefix##cnd_wait(cnd_t *c, mtx_t *m) {                                       \
        int error = wait(posix(c), (pthread_mutex_t *)m, spurious, 0, 0);                   \
        return error ? thrd_error : thrd_success;                                           \
    }                                                                                       \
    PUBLIC int prefix##cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m,                  \
                                     const struct timespec *restrict at) {                  \
        int error = timedwait(posix(c), (pthread_mutex_t *)m, at, 0, spurious);             \
        return error == 0 ? thrd_success : error == ETIMEDOUT ? thrd_timedout : thrd_error; \
    }
WAITS(, HEDDLE_SPURIOUS)
WAITS(__heddle_looking_, 0)

PUBLIC int pthread_condattr_init(pthread_condattr_t *a) {
    *a = (pthread_condattr_t){0};
    return 0;
}

PUBLIC int pthread_condattr_destroy(pthread_condattr_t *a) { return 0; }

PUBLIC int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock) {
    if (!__heddle_is_clock(clock)) return EINVAL;
    a->__attr = (a->__attr & 0x80000000u) | (unsigned)clock;
    return 0;
}

PUBLIC int pthread_condattr_getclock(const pthread_condattr_t *restrict a,
                                     clockid_t *restrict clock) {
    *clock = (clockid_t)(a->__attr & 0x7fffffffu);
    return 0;
}

PUBLIC int pthread_condattr_setpshared(pthread_condattr_t *a, int shared) {
    if ((unsigned)shared > 1u) return EINVAL;
    a->__attr = (a->__attr & 0x7fffffffu) | (unsigned)shared << 31;
    return 0;
}

PUBLIC int pthread_condattr_getpshared(const pthread_condattr_t *restrict a, int *restrict shared) {
    *shared = (int)(a->__attr >> 31);
    return 0;
}

PUBLIC int cnd_init(cnd_t *c) {
    initialise(posix(c), 0);
    return thrd_success;
}
PUBLIC void cnd_destroy(cnd_t *c) { destroy(posix(c)); }
PUBLIC int cnd_signal(cnd_t *c) {
    return __heddle_cond_signal(c, word_of(posix(c))) ? thrd_error : thrd_success;
}
PUBLIC int cnd_broadcast(cnd_t *c) {
    return __heddle_cond_broadcast(c, word_of(posix(c))) ? thrd_error : thrd_success;
}
