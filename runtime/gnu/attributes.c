/*
 * attributes.c — the processors and the mask of signals that the attributes of a thread name. They
 * are in two words at the end that musl does not use. Native programs get them from
 * native/gnu/creation.c, which creates threads with them.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <bits/gnu_pthread.h>
#include "attributes.h"
#include "gnu.h"

/* Returns the processors beyond the first 64, which attributes cannot keep, or 0. */
static int has_others(size_t size, const cpu_set_t *set) {
    for (size_t k = 8; k < size; k++)
        if (((const unsigned char *)set)[k]) return 1;
    return 0;
}

/* As in glibc, no set or one of no bytes is the state before: any processor. */
PUBLIC int pthread_attr_setaffinity_np(pthread_attr_t *a, size_t size, const cpu_set_t *set) {
    unsigned long processors = 0;
    if (!set || !size) return PROCESSORS(a) = 0;
    if (has_others(size, set)) return EINVAL;
    memcpy(&processors, set, size < sizeof processors ? size : sizeof processors);
    if (!processors) return EINVAL;
    PROCESSORS(a) = processors;
    return 0;
}

PUBLIC int pthread_attr_getaffinity_np(const pthread_attr_t *a, size_t size, cpu_set_t *set) {
    unsigned long processors = PROCESSORS(a);
    size_t kept = size < sizeof processors ? size : sizeof processors;
    if (processors && kept < sizeof processors && processors >> 8 * kept) return EINVAL;
    memset(set, processors ? 0 : 0xff, size);
    if (processors) memcpy(set, &processors, kept);
    return 0;
}

PUBLIC int pthread_attr_setsigmask_np(pthread_attr_t *a, const sigset_t *mask) {
    MASK(a) = mask ? MASK_IS_SET | *(const unsigned long *)mask : 0;
    return 0;
}

PUBLIC int pthread_attr_getsigmask_np(const pthread_attr_t *a, sigset_t *mask) {
    sigemptyset(mask);
    if (!MASK(a)) return PTHREAD_ATTR_NO_SIGMASK_NP;
    *(unsigned long *)mask = MASK(a) & ~MASK_IS_SET;
    return 0;
}
