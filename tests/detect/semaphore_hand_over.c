/* expect: assertion @a; deadlock "waits for the semaphore `full` and nobody posts it" */
/* One item is handed over properly; the second is awaited by two and posted by one. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t full;
static int item;
static void *producer(void *arg) {
    item = 1;
    sem_post(&full);
    return arg;
}
static void *consumer(void *arg) {
    sem_wait(&full);
    assert(item == 1);
    if (arg) assert(0); /*a*/
    return arg;
}
int main(void) {
    pthread_t p, c, d;
    sem_init(&full, 0, 0);
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_create(&d, NULL, consumer, &full);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    pthread_join(d, NULL);
    return 0;
}
