/*
 * peterson.c — Peterson's mutual exclusion of two threads, with sequentially consistent atomics and a bounded
 * number of tries.
 *
 * Known answer: safe in both interleave modes. With -DBROKEN each thread looks before it announces itself: an
 * assertion failure in the critical section.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define TRIES 2

static atomic_bool wants[2];
static atomic_int turn;
static atomic_int inside;

static void *thread(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
#ifndef BROKEN
    atomic_store(&wants[me], true);
#endif
    atomic_store(&turn, other);
    for (int k = 0; k < TRIES; k++) {
        if (!atomic_load(&wants[other]) || atomic_load(&turn) != other) {
#ifdef BROKEN
            atomic_store(&wants[me], true);
#endif
            heddle_assert(atomic_fetch_add(&inside, 1) == 0);
            atomic_fetch_sub(&inside, 1);
            break;
        }
    }
    atomic_store(&wants[me], false);
    return NULL;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, thread, (void *)0l);
    pthread_create(&u, NULL, thread, (void *)1l);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
