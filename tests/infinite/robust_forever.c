/* expect: safe */
/* A thread ends while it owns a robust mutex that another takes for ever: the mutex is free before and after
 * it was made consistent, and yet these are different states. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include "bound.h"
static pthread_mutex_t m;
static int value;
static void *leaver(void *arg) {
    pthread_mutex_lock(&m);
    return arg;
}
int main(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &a);
    pthread_t t;
    pthread_create(&t, 0, leaver, 0);
    FOREVER {
        int e = pthread_mutex_lock(&m);
#ifdef WRONG
        assert(e == 0);
#endif
        if (e == EOWNERDEAD) pthread_mutex_consistent(&m);
        value = !value;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
