/*
 * cond.c — condition variables and their attributes, POSIX and C11. Who waits is the engine's to know;
 * all-zero bytes are an initialised condition variable.
 */
#include "pthread_impl.h"
#include <threads.h>
#include "runtime.h"

#define TYPE_MASK 7

PUBLIC int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict a) {
    *c = (pthread_cond_t){0};
    if (a) c->_c_clock = (int)(a->__attr & 0x7fffffffu);
    __heddle_cond_init(c);
    return 0;
}

PUBLIC int pthread_cond_destroy(pthread_cond_t *c) {
    return __heddle_cond_destroy(c);
}
PUBLIC int pthread_cond_signal(pthread_cond_t *c) {
    return __heddle_cond_signal(c);
}
PUBLIC int pthread_cond_broadcast(pthread_cond_t *c) {
    return __heddle_cond_broadcast(c);
}

PUBLIC int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m) {
    return __heddle_cond_wait(c, m, m->_m_type & TYPE_MASK);
}

PUBLIC int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                                  const struct timespec *restrict at) {
    if (at->tv_nsec < 0 || at->tv_nsec >= 1000000000L) return EINVAL;
    return __heddle_cond_timedwait(c, m, m->_m_type & TYPE_MASK);
}

PUBLIC int pthread_condattr_init(pthread_condattr_t *a) {
    *a = (pthread_condattr_t){0};
    return 0;
}

PUBLIC int pthread_condattr_destroy(pthread_condattr_t *a) {
    return 0;
}

PUBLIC int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock) {
    if (clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) return EINVAL;
    a->__attr = (a->__attr & 0x80000000u) | (unsigned)clock;
    return 0;
}

PUBLIC int pthread_condattr_getclock(const pthread_condattr_t *restrict a, clockid_t *restrict clock) {
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
    *c = (cnd_t){0};
    __heddle_cond_init(c);
    return thrd_success;
}

PUBLIC void cnd_destroy(cnd_t *c) {
    __heddle_cond_destroy(c);
}
PUBLIC int cnd_signal(cnd_t *c) {
    return __heddle_cond_signal(c) ? thrd_error : thrd_success;
}
PUBLIC int cnd_broadcast(cnd_t *c) {
    return __heddle_cond_broadcast(c) ? thrd_error : thrd_success;
}

PUBLIC int cnd_wait(cnd_t *c, mtx_t *m) {
    return __heddle_cond_wait(c, m, m->_m_type & TYPE_MASK) ? thrd_error : thrd_success;
}

PUBLIC int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict at) {
    if (at->tv_nsec < 0 || at->tv_nsec >= 1000000000L) return thrd_error;
    int error = __heddle_cond_timedwait(c, m, m->_m_type & TYPE_MASK);
    return error == 0 ? thrd_success : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}
