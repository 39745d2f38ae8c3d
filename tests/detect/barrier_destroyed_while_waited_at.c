/* expect: api @a "the barrier `b` is destroyed while a thread waits at it"; race; deadlock; api "used after" */
#include <pthread.h>
static pthread_barrier_t b;
static void *worker(void *arg) {
    pthread_barrier_wait(&b);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, worker, NULL);
    pthread_barrier_destroy(&b); /*a*/
    pthread_exit(NULL);
}
