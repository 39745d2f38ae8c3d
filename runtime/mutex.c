/*
 * mutex.c — mutexes and their attributes, POSIX and C11. The object in the program's memory holds
 * only its type, its generation and its mark (see runtime.h). The engine keeps whether it is
 * locked, and by which thread.
 */
#include "pthread_impl.h"
#include <threads.h>
#include "runtime.h"

/* Bits 0-1: normal, recursive, error-checking; bit 2: robust. The other bits (process-shared) have
 * no effect. */
#define TYPE_MASK 7
#define MARK(m) ((m)->__u.__i[1])
#define HOME(m) ((m)->__u.__i[3]) /* without a mark: that of a static initialiser */
#define STATIC_MARK (MARK_MUTEX | MARK_STATIC)

/* Begins each operation. */
static int word_of(const pthread_mutex_t *m) {
    look_for_signals();
    return __heddle_mutex_word(m->__u.__i);
}

static void initialise(pthread_mutex_t *m, int type) {
    const int *x = m->__u.__i;
    int words[] = {__heddle_as_written(x[0]), __heddle_as_written(x[1]), 0,
                   __heddle_as_written(HOME(m)), __heddle_as_written(x[4])};
    ObjectBefore before = {m->_m_type, MARK(m), HOME(m)};
    if (__heddle_static_kind(words)) before.word = 0, before.mark = STATIC_MARK;
    if (!words[1] && words[3] == STATIC_MARK) before.mark = STATIC_MARK;
    int word = __heddle_new_word(m, before, MARK_MUTEX, "mutex");
    invariant(!(word & 255) & !(type & ~TYPE_MASK)); /* the engine's generation is above the type */
    *m = (pthread_mutex_t){0};
    m->_m_type = word | type;
    MARK(m) = MARK_MUTEX;
    HOME(m) = __heddle_home(m);
}

static int destroy(pthread_mutex_t *m) {
    int word = word_of(m);
    int error = __heddle_destroy(m, word, 1);
    m->_m_type = word & TYPE_MASK; /* it can be used further (__heddle_dead_object) */
    MARK(m) = MARK_DESTROYED;
    return error;
}

/* Whether the deadline is invalid. Its value does not matter: the exploration chooses when it
 * passes. */
static int bad_deadline(const struct timespec *at) {
    return at->tv_nsec < 0 || at->tv_nsec >= 1000000000L;
}

PUBLIC int pthread_mutex_init(pthread_mutex_t *restrict m, const pthread_mutexattr_t *restrict a) {
    initialise(m, a ? (int)a->__attr & TYPE_MASK : 0);
    return 0;
}

PUBLIC int pthread_mutex_destroy(pthread_mutex_t *m) { return destroy(m); }

/* The engine decides what an operation returns; some results belong to other operations. */
static inline __attribute__((__always_inline__)) int lock(pthread_mutex_t *m) {
    int error = __heddle_mutex_lock(m, word_of(m));
    invariant((error != EBUSY) & (error != ETIMEDOUT)); /* it waits, without a limit */
    return error;
}
static inline __attribute__((__always_inline__)) int trylock(pthread_mutex_t *m) {
    int error = __heddle_mutex_trylock(m, word_of(m));
    invariant((error != ETIMEDOUT) & (error != EDEADLK)); /* it does not wait */
    return error;
}

PUBLIC int pthread_mutex_lock(pthread_mutex_t *m) { return lock(m); }
PUBLIC int pthread_mutex_trylock(pthread_mutex_t *m) { return trylock(m); }
PUBLIC int pthread_mutex_unlock(pthread_mutex_t *m) { return __heddle_mutex_unlock(m, word_of(m)); }
PUBLIC int pthread_mutex_consistent(pthread_mutex_t *m) {
    return __heddle_mutex_consistent(m, word_of(m));
}

/* Takes a mutex that is available at once even if the deadline is invalid. */
static int timedlock(pthread_mutex_t *m, int clock, const struct timespec *at) {
    int word = word_of(m);
    __heddle_deadline(clock, at);
    int error = __heddle_mutex_trylock(m, word | HEDDLE_TIMED);
    invariant(error != EBUSY); /* it waits until the deadline */
    return error == ETIMEDOUT && bad_deadline(at) ? EINVAL : error;
}

PUBLIC int pthread_mutex_timedlock(pthread_mutex_t *restrict m,
                                   const struct timespec *restrict at) {
    return timedlock(m, 0, at);
}
PUBLIC int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock,
                                   const struct timespec *restrict at) {
    return __heddle_is_clock(clock) ? timedlock(m, clock, at) : EINVAL;
}

/* Priority ceilings are not supported: no mutex has one. */
PUBLIC int pthread_mutex_getprioceiling(const pthread_mutex_t *restrict m, int *restrict ceiling) {
    return EINVAL;
}
PUBLIC int pthread_mutex_setprioceiling(pthread_mutex_t *restrict m, int ceiling,
                                        int *restrict old) {
    return EINVAL;
}

PUBLIC int pthread_mutexattr_init(pthread_mutexattr_t *a) {
    *a = (pthread_mutexattr_t){0};
    return 0;
}

PUBLIC int pthread_mutexattr_destroy(pthread_mutexattr_t *a) { return 0; }

PUBLIC int pthread_mutexattr_settype(pthread_mutexattr_t *a, int type) {
    if ((unsigned)type > 2u) return EINVAL;
    a->__attr = (a->__attr & ~3u) | (unsigned)type;
    return 0;
}

PUBLIC int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict a, int *restrict type) {
    *type = (int)(a->__attr & 3u);
    return 0;
}

PUBLIC int pthread_mutexattr_setrobust(pthread_mutexattr_t *a, int robust) {
    if ((unsigned)robust > 1u) return EINVAL;
    a->__attr = (a->__attr & ~4u) | (unsigned)robust * 4u;
    return 0;
}

PUBLIC int pthread_mutexattr_getrobust(const pthread_mutexattr_t *restrict a,
                                       int *restrict robust) {
    *robust = (int)(a->__attr / 4u % 2u);
    return 0;
}

PUBLIC int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared) {
    if ((unsigned)shared > 1u) return EINVAL;
    a->__attr = (a->__attr & ~128u) | (unsigned)shared << 7;
    return 0;
}

PUBLIC int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict a,
                                        int *restrict shared) {
    *shared = (int)(a->__attr / 128u % 2u);
    return 0;
}

/* Priorities do not exist here. Inheritance is accepted since it changes no outcome. */
PUBLIC int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol) {
    if (protocol == PTHREAD_PRIO_PROTECT) return ENOTSUP;
    if ((unsigned)protocol > 1u) return EINVAL;
    a->__attr = (a->__attr & ~8u) | (unsigned)protocol * 8u;
    return 0;
}

PUBLIC int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict a,
                                         int *restrict protocol) {
    *protocol = (int)(a->__attr / 8u % 2u);
    return 0;
}

PUBLIC int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *restrict a,
                                            int *restrict ceiling) {
    return EINVAL;
}
PUBLIC int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *a, int ceiling) { return EINVAL; }

/* C11's objects have the same layout. */

static pthread_mutex_t *posix(mtx_t *m) { return (pthread_mutex_t *)m; }

PUBLIC int mtx_init(mtx_t *m, int kind) {
    initialise(posix(m), (kind & mtx_recursive) ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    return thrd_success;
}

PUBLIC void mtx_destroy(mtx_t *m) { destroy(posix(m)); }

static int c11_status(int error) {
    switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
    }
}

PUBLIC int mtx_lock(mtx_t *m) { return c11_status(lock(posix(m))); }
PUBLIC int mtx_trylock(mtx_t *m) { return c11_status(trylock(posix(m))); }
PUBLIC int mtx_unlock(mtx_t *m) { return c11_status(__heddle_mutex_unlock(m, word_of(posix(m)))); }
PUBLIC int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict at) {
    return c11_status(timedlock(posix(m), 0, at));
}
