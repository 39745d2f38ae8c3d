/* expect: race @read "object" */
/* The pointer is published by a relaxed store. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) shared;
static int object;

static int *get(void) {
    int *p = atomic_load_explicit(&shared, memory_order_acquire);
    if (p) return p;
    pthread_mutex_lock(&m);
    p = atomic_load_explicit(&shared, memory_order_relaxed);
    if (!p) {
        p = &object;
        *p = 5;
        atomic_store_explicit(&shared, p, memory_order_relaxed);
    }
    pthread_mutex_unlock(&m);
    return p;
}

static void *first(void *a) { return *get() == 5 ? a : NULL; /*read*/ }

static void *second(void *a) { return first(a); }

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
