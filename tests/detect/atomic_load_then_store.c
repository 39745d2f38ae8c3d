/* expect: assertion @a "n == 2" */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *worker(void *arg) {
    int old = atomic_load(&n);
    atomic_store(&n, old + 1);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(n == 2); /*a*/
    return 0;
}
