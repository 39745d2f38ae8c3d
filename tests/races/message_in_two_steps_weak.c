/* expect: race @read "data" */
/* The second step gives on what the first one did not take. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static atomic_int flag, next;

static void *first(void *a) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return a;
}

static void *second(void *a) {
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        atomic_store_explicit(&next, 1, memory_order_release);
    return a;
}

static void *third(void *a) {
    int r = 0;
    if (atomic_load_explicit(&next, memory_order_acquire)) r = data; /*read*/
    return r > 1 ? NULL : a;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
