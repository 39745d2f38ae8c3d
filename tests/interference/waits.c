/*
 * waits.c — a consumer waits on a condition variable until two values were put in, by two producers, and then
 * on a semaphore; it fails if the values came in one of two orders. Known answer: one assertion failure.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t done;
static int count, values[2];

static void *produce(void *number) {
    pthread_mutex_lock(&lock);
    values[count++] = (int)(long)number;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    sem_post(&done);
    return NULL;
}

static void *consume(void *unused) {
    pthread_mutex_lock(&lock);
    while (count < 2) pthread_cond_wait(&changed, &lock);
    int first = values[0];
    pthread_mutex_unlock(&lock);
    sem_wait(&done);
    heddle_assert(first == 1);
    return unused;
}

int main(void) {
    pthread_t consumer, producer[2];
    sem_init(&done, 0, 0);
    pthread_create(&consumer, NULL, consume, NULL);
    for (long k = 0; k < 2; k++) pthread_create(&producer[k], NULL, produce, (void *)(k + 1));
    for (int k = 0; k < 2; k++) pthread_join(producer[k], NULL);
    pthread_join(consumer, NULL);
    return 0;
}
