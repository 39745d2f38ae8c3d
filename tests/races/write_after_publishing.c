/* expect: some race "data race" */
#include <pthread.h>
#include <stdatomic.h>
static int x, y;
static atomic_int ready;
static void *worker(void *arg) {
    atomic_store(&ready, 1);
    x = 5;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (atomic_load(&ready)) y = x;
    pthread_join(t, NULL);
    return 0;
}
