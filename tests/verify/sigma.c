/* expect: safe */
/* options: --interleave=memory */
/* As many threads as an input says add their number to an array's sum under a lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define SIGMA 3
int *array;
int array_index = 0;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *thread(void *arg) {
#ifdef WRONG
    array[array_index] = 1;
#else
    pthread_mutex_lock(&lock);
    array[array_index++] = 1;
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}
int main(void) {
    int tid, sum, n = __VERIFIER_nondet_int();
    if (n < 1 || n > SIGMA) return 0;
    pthread_t *t = malloc(sizeof(pthread_t) * n);
    array = malloc(sizeof(int) * n);
    for (tid = 0; tid < n; tid++) array[tid] = 0;
    for (tid = 0; tid < n; tid++) {
        pthread_create(&t[tid], 0, thread, 0);
#ifdef WRONG
        array_index++;
#endif
    }
    for (tid = 0; tid < n; tid++) pthread_join(t[tid], 0);
    for (tid = sum = 0; tid < n; tid++) sum += array[tid];
    if (sum != n) reach_error();
    free(array);
    free(t);
    return 0;
}
