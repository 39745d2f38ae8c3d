/* expect: race @read "data" */
/* Whether the flag was set by a release or by a relaxed store is no part of the memory: states that are equal
 * but for that must not stand for each other. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int data;
static atomic_int flag, chosen;

static void *first(void *a) {
    data = 1;
    if (atomic_load(&chosen))
        atomic_store_explicit(&flag, 1, memory_order_relaxed);
    else
        atomic_store_explicit(&flag, 1, memory_order_release);
    return a;
}

static void *second(void *a) {
    atomic_store(&chosen, 1);
    return a;
}

static void *third(void *a) {
    int r = 0;
    if (atomic_load(&chosen) && atomic_load(&flag)) {
        atomic_load(&chosen); /* the states after it are equal */
        r = data;             /*read*/
    }
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
