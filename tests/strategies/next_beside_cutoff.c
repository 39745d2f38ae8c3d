/*
 * next_beside_cutoff.c — a store that has to come between another thread's load and store, right after an
 * event whose state several orders lead to. Known answer: an assertion failure, in the one order in which
 * main loads before the last store of the other thread and stores after it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;

static void *look_twice(void *unused) {
    (void)atomic_load(&x);
    (void)atomic_load(&x);
    return unused;
}

static void *set_twice(void *unused) {
    atomic_store(&x, 0);
    atomic_store(&x, 1);
    return unused;
}

int main(void) {
    pthread_t looks, sets;
    pthread_create(&looks, NULL, look_twice, NULL);
    pthread_create(&sets, NULL, set_twice, NULL);
    pthread_join(looks, NULL);
    atomic_store(&x, atomic_load(&x) * 2);
    pthread_join(sets, NULL);
    assert(x != 0);
    return 0;
}
