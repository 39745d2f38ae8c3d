/* expect: safe */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *worker(void *arg) {
    int old = atomic_load(&n);
    while (!atomic_compare_exchange_strong(&n, &old, old + 3)) {}
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(n == 6);
    return 0;
}
