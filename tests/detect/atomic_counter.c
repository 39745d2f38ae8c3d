/* expect: safe */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *worker(void *arg) {
    for (int i = 0; i < 2; i++) atomic_fetch_add(&n, 1);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(n == 4);
    return 0;
}
