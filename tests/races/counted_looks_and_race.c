/* expect: race @write "data" */
/* A thread looks some times and gives up; what it read while it looked races. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static atomic_int flag, go;

static void *first(void *a) {
    for (int k = 0; k < 1000; k++) {
        if (atomic_load_explicit(&flag, memory_order_relaxed)) break;
        if (data) break;
    }
    atomic_store_explicit(&go, 1, memory_order_relaxed);
    return a;
}

static void *second(void *a) {
    if (atomic_load_explicit(&go, memory_order_relaxed)) data = 1; /*write*/
    return a;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
