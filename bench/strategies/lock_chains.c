/*
 * lock_chains.c — threads walk along a row of locks, the next one taken before the last is given
 * back, each from another place on. Written for Heddle.
 */
#include <pthread.h>
#ifndef THREADS
#define THREADS 3
#endif
#ifndef LOCKS
#define LOCKS 4
#endif
static pthread_mutex_t lock[LOCKS];
static int passed[LOCKS];

static void *walk(void *from) {
    int k = (int)(long)from % LOCKS;
    pthread_mutex_lock(&lock[k]);
    for (; k < LOCKS; k++) {
        passed[k]++;
        if (k + 1 < LOCKS) pthread_mutex_lock(&lock[k + 1]);
        pthread_mutex_unlock(&lock[k]);
    }
    return NULL;
}

int main(void) {
    pthread_t thread[THREADS];
    for (int k = 0; k < LOCKS; k++) pthread_mutex_init(&lock[k], NULL);
    for (long k = 0; k < THREADS; k++) pthread_create(&thread[k], NULL, walk, (void *)k);
    for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
    return 0;
}
