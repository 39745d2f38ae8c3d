/* expect: safe */
#include <pthread.h>
static int x = 1, y, z;
static void *worker(void *arg) {
    z = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    y = x;
    pthread_join(t, NULL);
    return 0;
}
