/* expect: race */
/* Main reads a block of its own between the joins, in which the workers write. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef BLOCK
#define BLOCK calloc(64, sizeof(int))
#define CHECK(value) (void)(value)
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *arr, n;
static void *worker(void *x) {
    (void)x;
    pthread_mutex_lock(&m);
    int k = n++;
    pthread_mutex_unlock(&m);
    arr[16 * k] = 1;
    return NULL;
}
int main(void) {
    pthread_t t[4];
    int *a = arr = BLOCK;
    for (int k = 0; k < 4; k++) pthread_create(&t[k], NULL, worker, NULL);
    pthread_join(t[0], NULL);
    int v = a[0]; /* a race unless t[0] was the first in the section */
    for (int k = 1; k < 4; k++) pthread_join(t[k], NULL);
    CHECK(v == 1);
    return 0;
}
