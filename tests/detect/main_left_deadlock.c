/* expect: deadlock */
/* A thread that never ends keeps the process from its end: the deadlock is told, and no handler runs. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void at_exit(void) { assert(0); }
static void *stuck(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return p;
}
int main(void) {
    pthread_t t;
    atexit(at_exit);
    pthread_create(&t, 0, stuck, 0);
    pthread_exit(0);
}
