/* expect: deadlock "waits at the barrier `b` for 3 threads" */
#include <pthread.h>
static pthread_barrier_t b;
static void *worker(void *arg) {
    pthread_barrier_wait(&b);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 3);
    pthread_create(&t, NULL, worker, NULL);
    pthread_barrier_wait(&b);
    return 0;
}
