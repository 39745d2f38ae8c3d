/* expect: safe */
/* Static initialisers of recursive and error-checking mutexes say the type. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t a = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static void *other(void *p) {
    assert(pthread_mutex_unlock(&e) == EPERM && pthread_mutex_trylock(&r) == EBUSY);
    return p;
}
int main(void) {
    pthread_t t;
    assert(!pthread_mutex_lock(&e) && pthread_mutex_lock(&e) == EDEADLK);
    assert(!pthread_mutex_lock(&r) && !pthread_mutex_lock(&r) && !pthread_mutex_unlock(&r));
    assert(!pthread_mutex_lock(&a) && pthread_mutex_trylock(&a) == EBUSY);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    assert(!pthread_mutex_unlock(&r) && !pthread_mutex_unlock(&e) && !pthread_mutex_unlock(&a));
    assert(pthread_mutex_unlock(&e) == EPERM);
    return 0;
}
