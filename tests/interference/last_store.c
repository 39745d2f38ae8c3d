/*
 * last_store.c — two threads store the same value, and main joins one of them. What main reads is an
 * interference if the other one stored last, and the states are equal else.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *joined(void *unused) {
    x = 1;
    return unused;
}

static void *holding(void *unused) {
    x = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_lock(&other);
#ifdef SWAPPED
    pthread_create(&b, NULL, holding, NULL);
    pthread_create(&a, NULL, joined, NULL);
#else
    pthread_create(&a, NULL, joined, NULL);
    pthread_create(&b, NULL, holding, NULL);
#endif
    pthread_join(a, NULL);
    if (pthread_mutex_trylock(&m) != 0) heddle_assert(x != 1);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&other);
    pthread_join(b, NULL);
    return 0;
}
