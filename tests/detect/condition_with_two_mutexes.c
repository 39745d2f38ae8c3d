/* expect: api @a "another mutex"; deadlock */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *worker(void *arg) {
    pthread_mutex_lock(arg);
    pthread_cond_wait(&c, arg); /*a*/
    pthread_mutex_unlock(arg);
    return NULL;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, worker, &m);
    pthread_create(&u, NULL, worker, &k);
    pthread_cond_broadcast(&c);
    pthread_exit(NULL);
}
