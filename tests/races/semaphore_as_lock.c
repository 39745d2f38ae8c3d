/* expect: safe */
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static int x;
static void *worker(void *arg) {
    sem_wait(&s);
    x++;
    sem_post(&s);
    return arg;
}
int main(void) {
    pthread_t t[3];
    sem_init(&s, 0, 1);
    for (int k = 0; k < 3; k++) pthread_create(&t[k], NULL, worker, NULL);
    for (int k = 0; k < 3; k++) pthread_join(t[k], NULL);
    return x - 3;
}
