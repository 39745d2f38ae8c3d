/* expect: safe */
/* A spin lock as it should be. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int data;

static void *first(void *a) {
    while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire));
    data++; /*read*/
    atomic_flag_clear_explicit(&taken, memory_order_release);
    return a;
}

static void *second(void *a) { return first(a); }

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
