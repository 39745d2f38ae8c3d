/* expect: safe */
/* The same with a clean-up handler. */
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void give_back(void *m) { pthread_mutex_unlock(m); }
static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(give_back, &lock);
    usleep(10);
    pthread_cleanup_pop(1);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
