/* expect: safe */
/* A sequence lock over atomic data. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_uint sequence;
static atomic_int data;

static void *first(void *a) {
    unsigned s = atomic_load_explicit(&sequence, memory_order_relaxed);
    atomic_store_explicit(&sequence, s + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&sequence, s + 2, memory_order_release);
    return a;
}

static void *second(void *a) {
    unsigned s = atomic_load_explicit(&sequence, memory_order_acquire);
    int r = atomic_load_explicit(&data, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    return s % 2 || atomic_load_explicit(&sequence, memory_order_relaxed) != s || r < 2 ? a : NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
