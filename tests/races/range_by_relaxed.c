/* expect: race @read "data" */
/* A large block is filled, and its end published by a relaxed store. */
#include <string.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static char data[20000];
static atomic_int flag;

static void *first(void *a) {
    memset(data, 1, sizeof data);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return a;
}

static void *second(void *a) {
    int r = 0;
    if (atomic_load_explicit(&flag, memory_order_relaxed)) r = data[12345]; /*read*/
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
