/* expect: some race "data race" */
#include <pthread.h>
static int x, y;
static void *worker(void *arg) {
    __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    y = x;
    pthread_join(t, NULL);
    return 0;
}
