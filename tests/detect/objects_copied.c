/* expect: safe */
/* What is copied with a structure is no initialised object yet: it may be initialised where it is then. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
typedef struct Worker {
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    pthread_rwlock_t rwlock;
    pthread_barrier_t barrier;
    sem_t sem;
    int number;
} Worker;
static void begin(Worker *w) {
    if (pthread_mutex_init(&w->mutex, NULL) || pthread_cond_init(&w->cond, NULL)) abort();
    if (pthread_rwlock_init(&w->rwlock, NULL) || pthread_barrier_init(&w->barrier, NULL, 1)) abort();
    if (sem_init(&w->sem, 0, 0)) abort();
}
static void *work(void *context) {
    Worker *w = context;
    pthread_mutex_lock(&w->mutex);
    w->number++;
    pthread_cond_signal(&w->cond);
    pthread_mutex_unlock(&w->mutex);
    pthread_barrier_wait(&w->barrier);
    sem_post(&w->sem);
    return NULL;
}
int main(void) {
    Worker *first = calloc(1, sizeof *first), *second = malloc(sizeof *second);
    begin(first);
    *second = *first;
    begin(second);
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, work, first);
    pthread_create(&threads[1], NULL, work, second);
    for (int k = 0; k < 2; k++) {
        Worker *w = k ? second : first;
        pthread_mutex_lock(&w->mutex);
        while (!w->number) pthread_cond_wait(&w->cond, &w->mutex);
        pthread_mutex_unlock(&w->mutex);
        sem_wait(&w->sem);
        pthread_join(threads[k], NULL);
    }
    return 0;
}
