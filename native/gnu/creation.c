/*
 * creation.c — creates threads with the processors and the mask of signals of their attributes,
 * where a program that runs natively sets these: the creator has them until the thread is there.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include "attributes.h"

int __pthread_create(pthread_t *restrict, const pthread_attr_t *restrict, void *(*)(void *),
                     void *restrict);

__attribute__((__weak__)) int pthread_create(pthread_t *restrict thread,
                                             const pthread_attr_t *restrict a,
                                             void *(*routine)(void *), void *restrict argument) {
    cpu_set_t processors, wanted;
    sigset_t mask, signals;
    int error = 0;
    if (!a || !(PROCESSORS(a) | MASK(a))) return __pthread_create(thread, a, routine, argument);
    if (PROCESSORS(a)) {
        CPU_ZERO(&wanted);
        memcpy(&wanted, &PROCESSORS(a), sizeof PROCESSORS(a));
        error = pthread_getaffinity_np(pthread_self(), sizeof processors, &processors);
        if (!error) error = pthread_setaffinity_np(pthread_self(), sizeof wanted, &wanted);
        if (error) return error;
    }
    if (MASK(a)) {
        sigemptyset(&signals);
        *(unsigned long *)&signals = MASK(a) & ~MASK_IS_SET;
        pthread_sigmask(SIG_SETMASK, &signals, &mask);
    }
    error = __pthread_create(thread, a, routine, argument);
    if (MASK(a)) pthread_sigmask(SIG_SETMASK, &mask, 0);
    if (PROCESSORS(a)) pthread_setaffinity_np(pthread_self(), sizeof processors, &processors);
    return error;
}
