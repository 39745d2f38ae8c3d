/*
 * lost_update.c — a counter whose reading and writing are each under the lock, but not together.
 *
 * Known answer: no data race; an assertion failure in main, in both interleave modes: one increment is lost.
 * With -DFIXED one critical section does both: safe, and exactly two traces in the default mode.
 */
#include <heddle/heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *increment(void *unused) {
    pthread_mutex_lock(&lock);
    int seen = counter;
#ifndef FIXED
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    counter = seen + 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, increment, NULL);
    pthread_create(&u, NULL, increment, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    heddle_assert(counter == 2);
    return 0;
}
