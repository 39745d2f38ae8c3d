/* expect: race @read "data" */
/* A relaxed load that sees a relaxed store orders nothing. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static atomic_int flag;

static void *first(void *a) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return a;
}

static void *second(void *a) {
    int r = 0;
    if (atomic_load_explicit(&flag, memory_order_relaxed)) r = data; /*read*/
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
