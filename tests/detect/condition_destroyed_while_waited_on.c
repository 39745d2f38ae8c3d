/* expect: api @a "the condition variable `c` is destroyed while a thread waits on it"; deadlock */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    waiting = 1;
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    int w = waiting;
    pthread_mutex_unlock(&m);
    if (w) pthread_cond_destroy(&c); /*a*/
    pthread_exit(NULL);
}
