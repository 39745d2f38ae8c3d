/*
 * turns_on_two.c — two threads that take one mutex N times each, and each time set their variable from the
 * other's: few states, and many orders that lead to each. Known answer: safe; with cut-offs, as many events
 * that are no cut-offs as there are states.
 */
#include <pthread.h>
#ifndef N
#define N 5
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int left = 3, right = 6;

static void *follow_right(void *unused) {
    for (int k = 0; k < N; k++) {
        pthread_mutex_lock(&mutex);
        left = right + 1;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static void *follow_left(void *unused) {
    for (int k = 0; k < N; k++) {
        pthread_mutex_lock(&mutex);
        right = left + 1;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, follow_right, NULL);
    pthread_create(&b, NULL, follow_left, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
