/* expect: assertion @again */
/* The same where main learns of the free by one of two mutexes: which of them the thread took behind it is
 * known to nobody else. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <heddle/heddle.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER, third;
static void *frees(void *p) {
    pthread_mutex_t *which = heddle_bool("which") ? &m : &other;
    free(p);
    pthread_mutex_lock(which);
    pthread_mutex_unlock(which);
    which = NULL;
    pthread_mutex_lock(&third);
    pthread_mutex_unlock(&third);
    return NULL;
}
int main(void) {
    pthread_t t;
    void *p = malloc(160);
    uintptr_t was = (uintptr_t)p;
    int again = 0;
    pthread_mutex_init(&third, NULL);
    pthread_create(&t, NULL, frees, p);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    for (int k = 0; k < 20; k++) {
        void *q = malloc(160);
        again |= (uintptr_t)q == was;
        free(q);
    }
    assert(!again); /*again*/
    pthread_join(t, NULL);
    return 0;
}
