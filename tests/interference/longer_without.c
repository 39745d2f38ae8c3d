/*
 * longer_without.c — two ways to one state: the shorter one with an interference, the longer one
 * without. What is covered behind needs none, so the shorter one must not stand for the other.
 */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void take_steps(void) {
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
}

static void *first(void *unused) {
    if (x == 0) take_steps();
    x = 0;
    if (pthread_mutex_trylock(&m) == 0) {
        pthread_mutex_unlock(&m);
        return unused;
    }
    /* The other thread has stored 1 and holds the mutex. Our own store came behind. */
    heddle_assert(x != 0);
    return unused;
}

static void *second(void *unused) {
    x = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&a, NULL, first, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
