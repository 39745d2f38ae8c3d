/* expect: safe */
/* With acquire for failure the failed exchange is as good as a load. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static atomic_int flag;

static void *first(void *a) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return a;
}

static void *second(void *a) {
    int r = 0;
    int seen = 0;
    if (!atomic_compare_exchange_strong_explicit(&flag, &seen, 2, memory_order_relaxed, memory_order_acquire))
        r = data;
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
