/* expect: assertion @here */
/* A thread was notified by one that stops with the mutex held: among the many times that the mutex was taken
 * there is none without which the thread could go on, and no set of them. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, n;
static void *worker(void *p) {
    for (int k = 0; k < 30; k++) {
        pthread_mutex_lock(&m);
        n++;
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    assert(n < 0); /*here*/
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
