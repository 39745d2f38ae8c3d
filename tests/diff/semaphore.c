/* Two threads in a section that a semaphore guards: version 2 lets both in. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static sem_t s;
static _Atomic int inside, rounds;
static void *worker(void *arg) {
    sem_wait(&s);
    int n = ++inside;
    assert(n == 1);
    inside--;
    sem_post(&s);
    rounds++;
    return arg;
}
int main(void) {
    pthread_t t;
    sem_init(&s, 0, VERSION);
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(rounds == 2);
    return 0;
}
