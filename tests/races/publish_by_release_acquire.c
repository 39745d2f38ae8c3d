/* expect: safe */
#include <pthread.h>
#include <stdatomic.h>
static int x, y;
static atomic_int ready;
static void *worker(void *arg) {
    x = 5;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire)) y = x;
    pthread_join(t, NULL);
    return 0;
}
