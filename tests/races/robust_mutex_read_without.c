/* expect: race */
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static int x;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, NULL, worker, NULL);
    if (pthread_mutex_trylock(&m) == EBUSY)
        x = 7;
    else
        pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
