/* expect: api @a "the mutex `m` is destroyed while it is locked" */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, fine = PTHREAD_MUTEX_INITIALIZER;
static pthread_t t;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    pthread_mutex_lock(&fine);
    pthread_mutex_unlock(&fine);
    pthread_mutex_destroy(&fine);
    pthread_mutex_lock(&m);
    pthread_mutex_destroy(&m); /*a*/
    return 0;
}
