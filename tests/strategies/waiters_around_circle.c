/* THREADS threads write a variable each, then read the next one's, and who finds nothing there takes one of
 * PERMITS: any THREADS - 1 of them may find nothing, all may not, as each would have to read before the next
 * one writes. So with THREADS - 1 permits nobody waits for ever; with fewer somebody may. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int x[THREADS];
static sem_t permits;

static void *worker(void *p) {
    long me = (long)p;
    atomic_store(&x[me], 1);
    if (!atomic_load(&x[(me + 1) % THREADS])) sem_wait(&permits);
    return 0;
}

int main(void) {
    pthread_t t[THREADS];
    sem_init(&permits, 0, PERMITS);
    for (long i = 0; i < THREADS; i++) pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < THREADS; i++) pthread_join(t[i], 0);
    return 0;
}
