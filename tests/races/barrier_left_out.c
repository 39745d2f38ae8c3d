/* expect: race */
#include <pthread.h>
static pthread_barrier_t b;
static int x[2], sum;
static void *worker(void *arg) {
    int me = (int)(long)arg;
    x[me] = 1;
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) sum = x[0] + x[1];
    if (me) sum++; /* nothing waits for the serial thread */
    return NULL;
}
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, worker, NULL);
    worker((void *)1);
    pthread_join(t, NULL);
    return 0;
}
