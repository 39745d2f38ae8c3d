/* expect: safe */
/* Threads with high numbers initialise objects at one address again and again, and leave them as they are. No
 * object goes on with the state of an earlier one. */
#ifndef ROUNDS
#define ROUNDS 300
#endif
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>

#define FIRST 256

static void *nothing(void *arg) { return arg; }

static void *initialises(void *arg) {
    for (int k = 0; k < ROUNDS; k++) {
        pthread_mutex_t mutex;
        sem_t semaphore;
        int value;
        pthread_mutex_init(&mutex, NULL);
        sem_init(&semaphore, 0, 0);
        sem_post(&semaphore);
        sem_getvalue(&semaphore, &value);
        heddle_assert(value == 1);
        int error = pthread_mutex_trylock(&mutex);
        heddle_assert(!error);
        sem_post(&semaphore);
    }
    return arg;
}

int main(void) {
    static pthread_t all[FIRST];
    pthread_t t;
    for (int k = 0; k < FIRST; k++) pthread_create(&all[k], NULL, nothing, NULL);
    pthread_create(&t, NULL, initialises, NULL);
    pthread_join(t, NULL);
    for (int k = 0; k < FIRST; k++) pthread_join(all[k], NULL);
    return 0;
}
