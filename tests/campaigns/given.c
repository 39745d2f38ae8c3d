/* An error behind an event that is the first one of an alternative: the side of a branch that ends a run. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;

static void *one(void *x) {
    atomic_store(&a, 1);
    if (atomic_load(&b) == 0) pthread_barrier_wait(&both);
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return x;
}

static void *two(void *x) {
    atomic_store(&b, 1);
    if (atomic_load(&a) == 0) pthread_barrier_wait(&both);
    return x;
}

int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&both, 0, 2);
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, two, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    heddle_assert((heddle_uchar("in") & 3) == 0);
    return 0;
}
