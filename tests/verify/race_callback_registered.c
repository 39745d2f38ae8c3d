/* expect: safe */
/* A callback and its data are registered under a lock and called with it held. Race: it is called after the
 * lock was given back. */
#include <pthread.h>
#include <stddef.h>
typedef void Callback(int *);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static Callback *callback;
static int data;
static void add(int *p) { *p += 1; }
static void clear(int *p) { *p = 0; }
static void *caller(void *arg) {
    pthread_mutex_lock(&m);
    Callback *f = callback;
#ifdef WRONG
    pthread_mutex_unlock(&m);
#endif
    if (f) f(&data);
#ifndef WRONG
    pthread_mutex_unlock(&m);
#endif
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, caller, 0);
    pthread_mutex_lock(&m);
    callback = add;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    callback = clear;
    data = 7;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
