/*
 * replay_threads.c — the functions of threads that a program calls under `heddle replay --native`.
 * Each waits for its turn and then does to the real object what the plan says. An operation that
 * the plan does not have is done as it is: the engine has none where there is one thread. Behind
 * the plan threads stand, until a deadlock is left to happen.
 */
#define _GNU_SOURCE
#include "replay.h"
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define NATIVE(name) __heddle_native_##name
/* Each has the type of the function that it stands for. */
#define DECLARE(name) extern __typeof__(name) NATIVE(name);
#pragma GCC diagnostic ignored "-Wunused-variable"
NATIVE_FUNCTIONS(DECLARE) /* abort and __assert_fail: replay_engine.c */

/* --- threads --- */

typedef struct Begin {
    void *(*routine)(void *);
    int (*c11)(void *);
    void *argument;
    int thread;
} Begin;

static void *begin(void *argument) {
    Begin b = *(Begin *)argument;
    free(argument);
    replay_begin_thread(b.thread);
    return b.c11 ? (void *)(long)b.c11(b.argument) : b.routine(b.argument);
}

static int create(pthread_t *id, const pthread_attr_t *attributes, Begin how) {
    replay_may_take("create", NULL);
    Begin *b = malloc(sizeof *b);
    if (!b) return EAGAIN;
    *b = how;
    b->thread = replay_child();
    int error = pthread_create(id, attributes, begin, b);
    if (error) free(b);
    return error;
}

int NATIVE(pthread_create)(pthread_t *restrict id, const pthread_attr_t *restrict attributes,
                           void *(*routine)(void *), void *restrict argument) {
    return create(id, attributes, (Begin){.routine = routine, .argument = argument});
}

int NATIVE(pthread_join)(pthread_t id, void **result) {
    replay_take("join");
    return pthread_join(id, result);
}

int NATIVE(pthread_detach)(pthread_t id) {
    replay_may_take("detach", NULL);
    return pthread_detach(id);
}

int NATIVE(thrd_create)(thrd_t *id, thrd_start_t routine, void *argument) {
    int error = create(id, NULL, (Begin){.c11 = routine, .argument = argument});
    return !error ? thrd_success : error == EAGAIN ? thrd_nomem : thrd_error;
}
int NATIVE(thrd_join)(thrd_t id, int *result) {
    void *value;
    if (NATIVE(pthread_join)(id, &value)) return thrd_error;
    if (result) *result = (int)(long)value;
    return thrd_success;
}
_Noreturn void NATIVE(thrd_exit)(int result) { pthread_exit((void *)(long)result); }
int NATIVE(thrd_detach)(thrd_t id) {
    return NATIVE(pthread_detach)(id) ? thrd_error : thrd_success;
}

/* --- mutexes --- */

/* Tells that a real object is not in the state that the plan needs, where it was refused. */
static int refused(const char *what, int error) {
    replay_report("refused %s: %s", what, strerror(error));
    return error;
}

int NATIVE(pthread_mutex_lock)(pthread_mutex_t *m) {
    unsigned taken;
    if (!replay_may_take("lock", &taken)) {
        replay_stand();
        return pthread_mutex_lock(m);
    }
    int error = replay_is_over() ? EBUSY : pthread_mutex_trylock(m);
    if (error == EBUSY && taken && !replay_is_over()) refused("the mutex", error);
    return error == EBUSY ? pthread_mutex_lock(m) : error;
}
int NATIVE(pthread_mutex_trylock)(pthread_mutex_t *m) {
    replay_take("trylock");
    return pthread_mutex_trylock(m);
}
int NATIVE(pthread_mutex_timedlock)(pthread_mutex_t *restrict m,
                                    const struct timespec *restrict until) {
    unsigned taken = replay_take("lock");
    if (!taken && !replay_is_over()) return ETIMEDOUT;
    return pthread_mutex_timedlock(m, until);
}
int NATIVE(pthread_mutex_unlock)(pthread_mutex_t *m) {
    replay_take("unlock");
    return pthread_mutex_unlock(m);
}
int NATIVE(pthread_mutex_destroy)(pthread_mutex_t *m) {
    replay_may_take("destroy", NULL);
    return pthread_mutex_destroy(m);
}

/* --- condition variables --- */

/* While there is a plan, it says who wakes, so nobody sleeps on the real object. */
static int wait_on(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
    if (!replay_may_take("wait", NULL)) {
        replay_stand();
        return until ? pthread_cond_timedwait(c, m, until) : pthread_cond_wait(c, m);
    }
    pthread_mutex_unlock(m);
    bool late = replay_may_take("timeout", NULL);
    if (replay_may_take("wake", NULL)) {
        pthread_mutex_lock(m);
        return late ? ETIMEDOUT : 0;
    }
    /* It sleeps when the plan is over: on the real object from then on. */
    replay_stand();
    pthread_mutex_lock(m);
    return until ? pthread_cond_timedwait(c, m, until) : pthread_cond_wait(c, m);
}
int NATIVE(pthread_cond_wait)(pthread_cond_t *restrict c, pthread_mutex_t *restrict m) {
    return wait_on(c, m, NULL);
}
int NATIVE(pthread_cond_timedwait)(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                                   const struct timespec *restrict until) {
    return wait_on(c, m, until);
}
int NATIVE(pthread_cond_signal)(pthread_cond_t *c) {
    replay_take("signal");
    return replay_is_over() ? pthread_cond_signal(c) : 0;
}
int NATIVE(pthread_cond_broadcast)(pthread_cond_t *c) {
    replay_take("broadcast");
    return replay_is_over() ? pthread_cond_broadcast(c) : 0;
}
int NATIVE(pthread_cond_destroy)(pthread_cond_t *c) {
    replay_may_take("destroy", NULL);
    return pthread_cond_destroy(c);
}

/* --- read-write locks --- */

#define RWLOCK(function, kind)                   \
    int NATIVE(function)(pthread_rwlock_t * l) { \
        replay_take(kind);                       \
        return function(l);                      \
    }
RWLOCK(pthread_rwlock_rdlock, "rdlock")
RWLOCK(pthread_rwlock_wrlock, "wrlock")
RWLOCK(pthread_rwlock_tryrdlock, "tryrdlock")
RWLOCK(pthread_rwlock_trywrlock, "trywrlock")
RWLOCK(pthread_rwlock_unlock, "rwunlock")
RWLOCK(pthread_rwlock_destroy, "destroy")
#define TIMED_RWLOCK(function, kind)                                                            \
    int NATIVE(function)(pthread_rwlock_t *restrict l, const struct timespec *restrict until) { \
        unsigned taken = replay_take(kind);                                                     \
        return taken || replay_is_over() ? function(l, until) : ETIMEDOUT;                      \
    }
TIMED_RWLOCK(pthread_rwlock_timedrdlock, "tryrdlock")
TIMED_RWLOCK(pthread_rwlock_timedwrlock, "trywrlock")

/* --- barriers, spin locks, once --- */

/* The outcome of the last step is 1 + the serial thread. */
int NATIVE(pthread_barrier_wait)(pthread_barrier_t *b) {
    unsigned serial = 0;
    if (!replay_may_take("arrive", NULL) || !replay_may_take("leave", &serial)) {
        replay_stand();
        return pthread_barrier_wait(b); /* with those that came there and did not leave */
    }
    return serial && !strcmp(replay_plan.threads[serial - 1].name, replay_thread_name())
               ? PTHREAD_BARRIER_SERIAL_THREAD
               : 0;
}
int NATIVE(pthread_barrier_destroy)(pthread_barrier_t *b) {
    replay_may_take("destroy", NULL);
    return pthread_barrier_destroy(b);
}

#define SPIN(function, kind)                       \
    int NATIVE(function)(pthread_spinlock_t * l) { \
        replay_take(kind);                         \
        return function(l);                        \
    }
SPIN(pthread_spin_lock, "lock")
SPIN(pthread_spin_trylock, "trylock")
SPIN(pthread_spin_unlock, "unlock")
SPIN(pthread_spin_destroy, "destroy")

static void nothing(void) {}
int NATIVE(pthread_once)(pthread_once_t *o, void (*routine)(void)) {
    unsigned runs;
    if (!replay_may_take("once", &runs)) {
        replay_stand();
        return pthread_once(o, routine);
    }
    if (!runs) return 0;
    routine();
    replay_may_take("once-done", NULL);
    return pthread_once(o, nothing);
}
void NATIVE(call_once)(once_flag *o, void (*routine)(void)) { NATIVE(pthread_once)(o, routine); }

/* --- semaphores --- */

int NATIVE(sem_wait)(sem_t *s) {
    replay_take("sem-wait");
    return sem_wait(s);
}
int NATIVE(sem_trywait)(sem_t *s) {
    replay_take("sem-trywait");
    return sem_trywait(s);
}
int NATIVE(sem_timedwait)(sem_t *restrict s, const struct timespec *restrict until) {
    if (!replay_take("sem-wait") && !replay_is_over()) {
        errno = ETIMEDOUT;
        return -1;
    }
    return sem_timedwait(s, until);
}
int NATIVE(sem_post)(sem_t *s) {
    replay_take("post");
    return sem_post(s);
}
int NATIVE(sem_getvalue)(sem_t *restrict s, int *restrict value) {
    replay_take("sem-value");
    return sem_getvalue(s, value);
}
int NATIVE(sem_destroy)(sem_t *s) {
    replay_may_take("destroy", NULL);
    return sem_destroy(s);
}

/* --- C11 --- */

static int c11(int error) {
    return !error               ? thrd_success
           : error == EBUSY     ? thrd_busy
           : error == ETIMEDOUT ? thrd_timedout
                                : thrd_error;
}
int NATIVE(mtx_lock)(mtx_t *m) { return c11(NATIVE(pthread_mutex_lock)((pthread_mutex_t *)m)); }
int NATIVE(mtx_trylock)(mtx_t *m) {
    return c11(NATIVE(pthread_mutex_trylock)((pthread_mutex_t *)m));
}
int NATIVE(mtx_timedlock)(mtx_t *restrict m, const struct timespec *restrict until) {
    return c11(NATIVE(pthread_mutex_timedlock)((pthread_mutex_t *)m, until));
}
int NATIVE(mtx_unlock)(mtx_t *m) { return c11(NATIVE(pthread_mutex_unlock)((pthread_mutex_t *)m)); }
void NATIVE(mtx_destroy)(mtx_t *m) { NATIVE(pthread_mutex_destroy)((pthread_mutex_t *)m); }
int NATIVE(cnd_wait)(cnd_t *c, mtx_t *m) {
    return c11(wait_on((pthread_cond_t *)c, (pthread_mutex_t *)m, NULL));
}
int NATIVE(cnd_timedwait)(cnd_t *restrict c, mtx_t *restrict m,
                          const struct timespec *restrict until) {
    return c11(wait_on((pthread_cond_t *)c, (pthread_mutex_t *)m, until));
}
int NATIVE(cnd_signal)(cnd_t *c) { return c11(NATIVE(pthread_cond_signal)((pthread_cond_t *)c)); }
int NATIVE(cnd_broadcast)(cnd_t *c) {
    return c11(NATIVE(pthread_cond_broadcast)((pthread_cond_t *)c));
}
void NATIVE(cnd_destroy)(cnd_t *c) { NATIVE(pthread_cond_destroy)((pthread_cond_t *)c); }

/* --- the end, and time --- */

/* exit and quick_exit come to the same step by a handler: replay_turns.c. */
_Noreturn void NATIVE(_exit)(int status) {
    replay_take("process-exit");
    _exit(status);
}
_Noreturn void NATIVE(_Exit)(int status) { NATIVE(_exit)(status); }

/* The plan says who goes on, so nobody has to wait: time passes as in the engine, at once. */
unsigned NATIVE(sleep)(unsigned seconds) { return replay_is_over() ? sleep(seconds) : 0; }
int NATIVE(usleep)(unsigned microseconds) { return replay_is_over() ? usleep(microseconds) : 0; }
int NATIVE(nanosleep)(const struct timespec *t, struct timespec *left) {
    return replay_is_over() ? nanosleep(t, left) : 0;
}
int NATIVE(clock_nanosleep)(clockid_t clock, int flags, const struct timespec *t,
                            struct timespec *left) {
    return replay_is_over() ? clock_nanosleep(clock, flags, t, left) : 0;
}
int NATIVE(sched_yield)(void) { return replay_is_over() ? sched_yield() : 0; }
int NATIVE(thrd_sleep)(const struct timespec *t, struct timespec *left) {
    return replay_is_over() ? thrd_sleep(t, left) : 0;
}
void NATIVE(thrd_yield)(void) { NATIVE(sched_yield)(); }
