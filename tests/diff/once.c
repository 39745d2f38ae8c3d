/* Who comes first decides: the routine of pthread_once; version 2 has the assertion on it that is wrong. */
#include <assert.h>
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int next, begun;
static void begin(void) {
    pthread_mutex_lock(&m);
    begun = next;
    pthread_mutex_unlock(&m);
}
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    next++;
    pthread_mutex_unlock(&m);
    pthread_once(&once, begin);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(begun >= VERSION);
    return 0;
}
