/* expect: safe */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static int shared;
static void *other(void *arg) {
    pthread_mutex_lock(&m);
    shared++;
    pthread_mutex_unlock(&m);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return arg;
}
int main(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    int before = shared;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    assert(before == shared);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    assert(shared == 1);
    return 0;
}
