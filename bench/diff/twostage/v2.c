/* expect: safe */
/*
 * twostage: an update in two stages, each with a lock, and readers; after the twostage programs of
 * SV- COMP. Version 2: readers that come early are counted.
 */
#include <assert.h>
#include <pthread.h>

#ifndef WRITERS
#define WRITERS 3
#define READERS 3
#endif

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER,
                       second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second, early;

static void *update(void *unused) {
    pthread_mutex_lock(&first_lock);
    first = 1;
    pthread_mutex_lock(&second_lock);
    second = first + 1;
    pthread_mutex_unlock(&second_lock);
    pthread_mutex_unlock(&first_lock);
    return unused;
}

static void *read_both(void *unused) {
    pthread_mutex_lock(&first_lock);
    int seen = first;
    if (seen == 0) early++;
    pthread_mutex_unlock(&first_lock);
    if (seen == 0) return unused;
    pthread_mutex_lock(&second_lock);
    assert(second == seen + 1);
    pthread_mutex_unlock(&second_lock);
    return unused;
}

int main(void) {
    pthread_t t[WRITERS + READERS];
    for (int k = 0; k < WRITERS; k++) pthread_create(&t[k], NULL, update, NULL);
    for (int k = 0; k < READERS; k++) pthread_create(&t[WRITERS + k], NULL, read_both, NULL);
    for (int k = 0; k < WRITERS + READERS; k++) pthread_join(t[k], NULL);
    return 0;
}
