/* expect: assertion @a "!closed" */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int closed;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    assert(!closed); /*a*/
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    closed = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
