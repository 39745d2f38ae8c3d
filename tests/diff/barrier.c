/* Two phases with a barrier between: in version 2 a thread reads what its neighbour wrote before the barrier.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_barrier_t b;
static _Atomic int value[2];
static _Atomic int leaders;
static void *worker(void *arg) {
    int me = *(int *)arg;
    value[me] = 1;
#if VERSION == 2
    int other = value[1 - me];
#endif
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) leaders++;
#if VERSION == 1
    int other = value[1 - me];
#endif
    assert(other == 1);
    return arg;
}
int main(void) {
    int zero = 0, one = 1;
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, worker, &zero);
    worker(&one);
    pthread_join(t, NULL);
    assert(leaders == 1);
    pthread_barrier_destroy(&b);
    return 0;
}
