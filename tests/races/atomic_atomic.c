/* expect: safe */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *worker(void *arg) {
    atomic_fetch_add(&x, 1);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    atomic_store(&x, 5);
    pthread_join(t, NULL);
    return 0;
}
