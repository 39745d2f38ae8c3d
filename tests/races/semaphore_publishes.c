/* expect: safe */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t ready, both;
static int x, y;
static void *first(void *arg) {
    x = 1;
    sem_post(&ready);
    sem_wait(&both);
    assert(y == 2);
    return arg;
}
int main(void) {
    pthread_t t;
    sem_init(&ready, 0, 0);
    sem_init(&both, 0, 0);
    pthread_create(&t, NULL, first, NULL);
    sem_wait(&ready);
    assert(x == 1);
    y = 2;
    sem_post(&both);
    pthread_join(t, NULL);
    sem_destroy(&ready);
    sem_destroy(&both);
    return 0;
}
