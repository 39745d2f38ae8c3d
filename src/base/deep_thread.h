/*
 * deep_thread.h — threads with a stack for deep recursion, whatever the limit of the process is: it
 * also counts for the programs that it starts.
 */
#ifndef HEDDLE_BASE_DEEP_THREAD_H
#define HEDDLE_BASE_DEEP_THREAD_H

#include <pthread.h>

/* Bytes of such a stack, of which only those that are used take memory. */
#define DEEP_STACK (64ul << 20)

/* As pthread_create: 0, or an error number. */
int deep_thread_create(pthread_t *thread, void *(*routine)(void *), void *argument);

#endif
