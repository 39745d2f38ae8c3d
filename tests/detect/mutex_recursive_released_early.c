/* expect: some race "" */
#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutex_t m;
static int shared;
static void *other(void *arg) {
    pthread_mutex_lock(&m);
    shared++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    shared++;
    pthread_join(t, NULL);
    return 0;
}
