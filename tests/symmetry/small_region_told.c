/* expect: race */
/* Who creates the four has a small region: what lies behind it is not its own. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#ifndef DUMMIES
#define DUMMIES 96
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready;
static int *arr, n;
static void *dummy(void *x) { return x; }
static void *worker(void *x) {
    pthread_mutex_lock(&m);
    int k = n++;
    pthread_mutex_unlock(&m);
    arr[16 * k] = 1;
    return NULL;
}
static void *creator(void *x) {
    pthread_t t[4];
    sem_wait(&ready);
    int *a = arr;
    for (int k = 0; k < 4; k++) pthread_create(&t[k], NULL, worker, NULL);
    pthread_join(t[0], NULL);
    int v = a[0]; /* races unless t[0] was the first */
    for (int k = 1; k < 4; k++) pthread_join(t[k], NULL);
    return v ? x : NULL;
}
static void *owner(void *x) {
    arr = malloc(64 * sizeof *arr);
    for (int k = 0; k < 64; k++) arr[k] = 0;
    sem_post(&ready);
    return x;
}
int main(void) {
    pthread_t t;
    sem_init(&ready, 0, 0);
    for (int k = 0; k < DUMMIES; k++) pthread_create(&t, NULL, dummy, NULL);
    pthread_create(&t, NULL, creator, NULL);
    pthread_create(&t, NULL, owner, NULL);
    pthread_exit(NULL);
}
