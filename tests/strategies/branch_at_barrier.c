/*
 * branch_at_barrier.c — three threads that branch on an input each and meet at a barrier: what leaves the
 * barrier comes after every combination of arrivals, and no run has two of them. Known answer: safe; 259
 * events, three serial threads for each of eight combinations.
 */
#include <heddle/heddle.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static int input[3], side[3];

static void *meet(void *which) {
    long n = (long)which;
    if (input[n] > 0) heddle_assert(!side[n]++);
    pthread_barrier_wait(&barrier);
    return NULL;
}

int main(void) {
    pthread_t thread[3];
    heddle_symbolic(input, sizeof input, "input");
    pthread_barrier_init(&barrier, NULL, 3);
    for (long k = 0; k < 3; k++) pthread_create(&thread[k], NULL, meet, (void *)k);
    for (int k = 0; k < 3; k++) pthread_join(thread[k], NULL);
    return 0;
}
