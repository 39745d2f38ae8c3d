/* expect: race @write "data" */
/* What a thread touched in a round of waiting races with what comes after it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static atomic_int leave, go, look;

static void *first(void *a) {
    int r = 0;
    for (;;) {
        if (atomic_load(&leave)) break;
        r |= data;
        if (atomic_load(&look)) break;
    }
    atomic_store_explicit(&go, 1, memory_order_relaxed);
    return r > 1 ? NULL : a;
}

static void *second(void *a) {
    if (atomic_load(&go)) data = 1; /*write*/
    return a;
}

static void *third(void *a) {
    atomic_store(&leave, 1);
    return a;
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
