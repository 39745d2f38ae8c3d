/* expect: race @read "counter" */
/* A plain access to what others access atomically, ordered by a relaxed flag only. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int counter;
static atomic_int flag;

static void *first(void *a) {
    __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return a;
}

static void *second(void *a) {
    int r = 0;
    if (atomic_load_explicit(&flag, memory_order_relaxed)) r = counter; /*read*/
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
