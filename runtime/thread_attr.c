/*
 * thread_attr.c — thread attributes. The detach state has an effect, and so has a stack size
 * smaller than the usual one. Scheduling is stored and returned, since the engine's threads have no
 * priorities.
 */
#include <string.h>
#include "pthread_impl.h"
#include "runtime.h"

/* Defined if the program asks for the attributes that threads have by default, or sets them. */
extern __attribute__((__weak__, __visibility__("hidden"))) void
__heddle_default_sizes(pthread_attr_t *a);

PUBLIC int pthread_attr_init(pthread_attr_t *a) {
    *a = (pthread_attr_t){0};
    a->_a_stacksize = HEDDLE_USUAL_STACK;
    a->_a_guardsize = 4096;
    if (__heddle_default_sizes) __heddle_default_sizes(a);
    return 0;
}

PUBLIC int pthread_attr_destroy(pthread_attr_t *a) { return 0; }

PUBLIC int pthread_attr_setdetachstate(pthread_attr_t *a, int state) {
    if ((unsigned)state > 1u) return EINVAL;
    a->_a_detach = state;
    return 0;
}

PUBLIC int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state) {
    *state = a->_a_detach;
    return 0;
}

PUBLIC int pthread_attr_setstacksize(pthread_attr_t *a, size_t size) {
    if (size - PTHREAD_STACK_MIN > SIZE_MAX / 4) return EINVAL;
    a->_a_stackaddr = 0;
    a->_a_stacksize = size;
    return 0;
}

PUBLIC int pthread_attr_getstacksize(const pthread_attr_t *restrict a, size_t *restrict size) {
    *size = a->_a_stacksize;
    return 0;
}

PUBLIC int pthread_attr_setguardsize(pthread_attr_t *a, size_t size) {
    if (size > SIZE_MAX / 8) return EINVAL;
    a->_a_guardsize = size;
    return 0;
}

PUBLIC int pthread_attr_getguardsize(const pthread_attr_t *restrict a, size_t *restrict size) {
    *size = a->_a_guardsize;
    return 0;
}

PUBLIC int pthread_attr_setscope(pthread_attr_t *a, int scope) {
    return scope == PTHREAD_SCOPE_SYSTEM ? 0 : scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
}

PUBLIC int pthread_attr_getscope(const pthread_attr_t *restrict a, int *restrict scope) {
    *scope = PTHREAD_SCOPE_SYSTEM;
    return 0;
}

PUBLIC int pthread_attr_setinheritsched(pthread_attr_t *a, int inherit) {
    if ((unsigned)inherit > 1u) return EINVAL;
    a->_a_sched = inherit;
    return 0;
}

PUBLIC int pthread_attr_getinheritsched(const pthread_attr_t *restrict a, int *restrict inherit) {
    *inherit = a->_a_sched;
    return 0;
}

/* Whether the policy has such a priority. */
static int is_priority(int policy, int priority) {
    return policy == SCHED_FIFO || policy == SCHED_RR ? priority >= 1 && priority <= 99 : !priority;
}

PUBLIC int pthread_attr_setschedpolicy(pthread_attr_t *a, int policy) {
    if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR) return EINVAL;
    a->_a_policy = policy;
    return 0;
}

PUBLIC int pthread_attr_getschedpolicy(const pthread_attr_t *restrict a, int *restrict policy) {
    *policy = a->_a_policy;
    return 0;
}

PUBLIC int pthread_attr_setschedparam(pthread_attr_t *restrict a,
                                      const struct sched_param *restrict param) {
    if (!is_priority(a->_a_policy, param->sched_priority)) return EINVAL;
    a->_a_prio = param->sched_priority;
    return 0;
}

PUBLIC int pthread_attr_getschedparam(const pthread_attr_t *restrict a,
                                      struct sched_param *restrict param) {
    param->sched_priority = a->_a_prio;
    return 0;
}

/* The hint about concurrency has no testable effect. */
PUBLIC int pthread_setconcurrency(int level) { return level < 0 ? EINVAL : level > 0 ? EAGAIN : 0; }
PUBLIC int pthread_getconcurrency(void) { return 0; }

PUBLIC int pthread_attr_setstack(pthread_attr_t *a, void *address, size_t size) {
    if (size - PTHREAD_STACK_MIN > SIZE_MAX / 4) return EINVAL;
    a->_a_stackaddr = (size_t)address + size;
    a->_a_stacksize = size;
    return 0;
}
PUBLIC int pthread_attr_getstack(const pthread_attr_t *restrict a, void **restrict address,
                                 size_t *restrict size) {
    if (!a->_a_stackaddr) return EINVAL;
    *size = a->_a_stacksize;
    *address = (void *)(a->_a_stackaddr - *size);
    return 0;
}
