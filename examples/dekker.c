/*
 * dekker.c — Dekker's mutual exclusion of two threads on plain variables, for --interleave=memory; a bounded
 * number of tries.
 *
 * Known answer: safe with --interleave=memory, where memory is sequentially consistent and races are not
 * told; data races in the default mode.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdbool.h>

#define TRIES 2

static bool wants[2];
static int turn, inside;

static bool enter(int me, int other) {
    wants[me] = true;
    for (int k = 0; k < TRIES; k++) {
        if (!wants[other]) return true;
        if (turn != me) {
            wants[me] = false;
            if (turn != me) return false; /* a real one waits here */
            wants[me] = true;
        }
    }
    wants[me] = false;
    return false;
}

static void *thread(void *argument) {
    int me = (int)(long)argument, other = 1 - me;
    if (enter(me, other)) {
        inside++;
        heddle_assert(inside == 1);
        inside--;
        turn = other;
        wants[me] = false;
    }
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
