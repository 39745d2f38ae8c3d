/* expect: some race "data race" */
#include <pthread.h>
static int x;
static void *worker(void *arg) {
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x = 2;
    pthread_join(t, NULL);
    return 0;
}
