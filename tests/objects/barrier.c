/* N threads wait ROUNDS times at a barrier for COUNT; with WAVES, such groups one after the other at the same
 * barrier. */
#include <pthread.h>
#ifndef N
#define N 2
#endif
#ifndef COUNT
#define COUNT N
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef WAVES
#define WAVES 1
#endif
static pthread_barrier_t b;
static void *worker(void *arg) {
    for (int k = 0; k < ROUNDS; k++) pthread_barrier_wait(&b);
    return arg;
}
int main(void) {
    pthread_t t[N];
    pthread_barrier_init(&b, NULL, COUNT);
    for (int wave = 0; wave < WAVES; wave++) {
        for (int k = 0; k < N; k++) pthread_create(&t[k], NULL, worker, NULL);
        for (int k = 0; k < N; k++) pthread_join(t[k], NULL);
    }
    pthread_barrier_destroy(&b);
    return 0;
}
