/* expect: race */
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
    pthread_t t[2];
    sem_init(&s, 0, 2); /* lets both in */
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, worker, NULL);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    return 0;
}
