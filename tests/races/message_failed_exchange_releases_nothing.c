/* expect: race @read "data" */
/* An exchange that fails stores nothing, so it publishes nothing either: the flag was set before. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static atomic_int flag, seen;

static void *first(void *a) {
    data = 1;
    int none = 7;
    atomic_compare_exchange_strong_explicit(&flag, &none, 8, memory_order_release, memory_order_relaxed);
    atomic_store_explicit(&seen, 1, memory_order_relaxed);
    return a;
}

static void *second(void *a) {
    int r = 0;
    if (atomic_load_explicit(&seen, memory_order_relaxed) &&
        atomic_load_explicit(&flag, memory_order_acquire) == 0)
        r = data; /*read*/
    return r > 1 ? NULL : a;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
