/* expect: some race "data race" */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, ready, y;
static void *worker(void *arg) {
    x = 5;
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    int go = ready;
    pthread_mutex_unlock(&m);
    y = x + go;
    pthread_join(t, NULL);
    return 0;
}
