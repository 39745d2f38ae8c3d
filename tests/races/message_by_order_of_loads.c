/* expect: race @read "data" */
/* A load before another thread's store orders nothing, whatever their orders are. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static atomic_int flag, go;

static void *first(void *a) {
    data = 1;
    if (atomic_load(&flag) == 0) atomic_store_explicit(&go, 1, memory_order_relaxed);
    return a;
}

static void *second(void *a) {
    int r = 0;
    atomic_store(&flag, 1);
    if (atomic_load_explicit(&go, memory_order_relaxed)) r = data; /*read*/
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
