/* expect: race @a; api @a "never initialised"; deadlock */
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *worker(void *arg) {
    sem_wait(&s); /*a*/
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    sem_init(&s, 0, 1);
    pthread_join(t, NULL);
    return 0;
}
