/* expect: assertion @again */
/* Main gets the block that a thread freed only where it knows of that: where it took the mutex behind the
 * thread. Nothing else tells the two orders apart before main allocates. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <heddle/heddle.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
#ifdef BY_EITHER /* which of two mutexes the thread takes behind the free is known to nobody else */
static pthread_mutex_t between = PTHREAD_MUTEX_INITIALIZER;
static void *frees(void *p) {
    pthread_mutex_t *which = heddle_bool("which") ? &m : &other;
    free(p);
    pthread_mutex_lock(which);
    pthread_mutex_unlock(which);
    which = NULL;
    pthread_mutex_lock(&between);
    pthread_mutex_unlock(&between);
    return NULL;
}
#else
static void *frees(void *p) {
    pthread_mutex_lock(&m);
    free(p);
    pthread_mutex_unlock(&m);
    return NULL;
}
#endif
int main(void) {
    pthread_t t;
    void *p = malloc(160);
    uintptr_t was = (uintptr_t)p;
    int again = 0;
    pthread_create(&t, NULL, frees, p);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
#ifndef BY_EITHER
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
#endif
    for (int k = 0; k < 20; k++) {
        void *q = malloc(160);
        again |= (uintptr_t)q == was;
        free(q);
    }
    assert(!again); /*again*/
    pthread_join(t, NULL);
    return 0;
}
