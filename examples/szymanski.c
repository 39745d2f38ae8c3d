/*
 * szymanski.c — Szymanski's mutual exclusion for two threads, with sequentially consistent atomics; where the
 * algorithm waits, the thread gives up after one look (executions that wait longer are of no interest).
 *
 * Known answer: safe in both interleave modes. With -DBROKEN a thread does not wait for those with a smaller
 * number to leave, nor for the door: an assertion failure in the critical section.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

/* 0 outside, 1 wants in, 2 waits for others to come in too, 3 stands in the door, 4 is in and has shut the
 * door */
static atomic_int flag[2];
static atomic_int inside;

static void *thread(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
    atomic_store(&flag[me], 1);
#ifndef BROKEN
    heddle_assume(atomic_load(&flag[other]) < 3); /* the door is open */
#endif
    atomic_store(&flag[me], 3);
    if (atomic_load(&flag[other]) == 1) {
        atomic_store(&flag[me], 2);
        heddle_assume(atomic_load(&flag[other]) == 4);
    }
    atomic_store(&flag[me], 4);
#ifndef BROKEN
    if (me == 1) heddle_assume(atomic_load(&flag[other]) < 2); /* the smaller number goes first */
#endif
    heddle_assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    if (me == 0) {
        int seen = atomic_load(&flag[other]);
        heddle_assume(seen < 2 || seen > 3); /* whoever stands in the door comes in first */
    }
    atomic_store(&flag[me], 0);
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
