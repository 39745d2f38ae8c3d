/*
 * mutex.c — mutexes and their attributes, POSIX and C11. The object in the program's memory holds only the
 * type; whether it is locked, and by whom, is the engine's to know. All-zero bytes are an initialised normal
 * mutex.
 */
#include "pthread_impl.h"
#include <threads.h>
#include "runtime.h"

/* Bits 0-1: normal, recursive, error-checking; bit 2: robust. The others (process-shared) have no effect. */
#define TYPE_MASK 7

static int type_of(const pthread_mutex_t *m) {
    return m->_m_type & TYPE_MASK;
}

/* Only the form of the deadline matters: when it passes is a choice of the exploration. */
static int bad_deadline(const struct timespec *at) {
    return at->tv_nsec < 0 || at->tv_nsec >= 1000000000L;
}

PUBLIC int pthread_mutex_init(pthread_mutex_t *restrict m, const pthread_mutexattr_t *restrict a) {
    *m = (pthread_mutex_t){0};
    if (a) m->_m_type = (int)a->__attr;
    __heddle_mutex_init(m, type_of(m));
    return 0;
}

PUBLIC int pthread_mutex_destroy(pthread_mutex_t *m) {
    return __heddle_mutex_destroy(m);
}
PUBLIC int pthread_mutex_lock(pthread_mutex_t *m) {
    return __heddle_mutex_lock(m, type_of(m));
}
PUBLIC int pthread_mutex_trylock(pthread_mutex_t *m) {
    return __heddle_mutex_trylock(m, type_of(m));
}
PUBLIC int pthread_mutex_unlock(pthread_mutex_t *m) {
    return __heddle_mutex_unlock(m, type_of(m));
}
PUBLIC int pthread_mutex_consistent(pthread_mutex_t *m) {
    return __heddle_mutex_consistent(m);
}

PUBLIC int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict at) {
    if (bad_deadline(at)) return __heddle_mutex_trylock(m, type_of(m)) == 0 ? 0 : EINVAL;
    return __heddle_mutex_timedlock(m, type_of(m));
}

PUBLIC int pthread_mutexattr_init(pthread_mutexattr_t *a) {
    *a = (pthread_mutexattr_t){0};
    return 0;
}

PUBLIC int pthread_mutexattr_destroy(pthread_mutexattr_t *a) {
    return 0;
}

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

PUBLIC int pthread_mutexattr_getrobust(const pthread_mutexattr_t *restrict a, int *restrict robust) {
    *robust = (int)(a->__attr / 4u % 2u);
    return 0;
}

PUBLIC int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared) {
    if ((unsigned)shared > 1u) return EINVAL;
    a->__attr = (a->__attr & ~128u) | (unsigned)shared << 7;
    return 0;
}

PUBLIC int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict a, int *restrict shared) {
    *shared = (int)(a->__attr / 128u % 2u);
    return 0;
}

/* Priorities do not exist here; inheritance is accepted since it changes no outcome. */
PUBLIC int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol) {
    if (protocol == PTHREAD_PRIO_PROTECT) return ENOTSUP;
    if ((unsigned)protocol > 1u) return EINVAL;
    a->__attr = (a->__attr & ~8u) | (unsigned)protocol * 8u;
    return 0;
}

PUBLIC int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict a, int *restrict protocol) {
    *protocol = (int)(a->__attr / 8u % 2u);
    return 0;
}

/* C11: the same objects. */

static int c11_type(const mtx_t *m) {
    return m->_m_type & TYPE_MASK;
}

PUBLIC int mtx_init(mtx_t *m, int kind) {
    *m = (mtx_t){0};
    m->_m_type = (kind & mtx_recursive) ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    __heddle_mutex_init(m, c11_type(m));
    return thrd_success;
}

PUBLIC void mtx_destroy(mtx_t *m) {
    __heddle_mutex_destroy(m);
}

static int c11_status(int error) {
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    default:
        return thrd_error;
    }
}

PUBLIC int mtx_lock(mtx_t *m) {
    return c11_status(__heddle_mutex_lock(m, c11_type(m)));
}
PUBLIC int mtx_trylock(mtx_t *m) {
    return c11_status(__heddle_mutex_trylock(m, c11_type(m)));
}
PUBLIC int mtx_unlock(mtx_t *m) {
    return c11_status(__heddle_mutex_unlock(m, c11_type(m)));
}

PUBLIC int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict at) {
    if (bad_deadline(at)) return thrd_error;
    return c11_status(__heddle_mutex_timedlock(m, c11_type(m)));
}
