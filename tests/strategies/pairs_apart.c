/* Pairs of threads that nobody joins. Two threads of a pair take one mutex and then another: what one pair
 * does says nothing of the others, so that one run can have the other order of all of them. */
#include <pthread.h>
#ifndef PAIRS
#define PAIRS 6
#endif
static pthread_mutex_t first[PAIRS], second[PAIRS];
static int came[PAIRS], entered[PAIRS], overtaken[PAIRS];

static void *meet(void *number) {
    long k = (long)number % PAIRS;
    pthread_mutex_lock(&first[k]);
    int place = came[k]++;
    pthread_mutex_unlock(&first[k]);
    pthread_mutex_lock(&second[k]);
    if (!entered[k]++ && place) overtaken[k] = 1;
    pthread_mutex_unlock(&second[k]);
    return NULL;
}

int main(void) {
    pthread_t thread;
    for (int k = 0; k < PAIRS; k++) {
        pthread_mutex_init(&first[k], NULL);
        pthread_mutex_init(&second[k], NULL);
    }
    for (long k = 0; k < 2 * PAIRS; k++) pthread_create(&thread, NULL, meet, (void *)k);
    pthread_exit(NULL);
}
