/* expect: assertion @again */
/* As freed_by_another.c with BY_EITHER, where races are judged by happens-before, and so is what main knows
 * of frees. Main only compares the address that it gets: no access tells who knows of the frees. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <heddle/heddle.h>

enum { N = 9 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t between = PTHREAD_MUTEX_INITIALIZER;
static atomic_int weak;
static void *given[N];

static void *frees(void *a) {
    pthread_mutex_t *which = heddle_bool("which") ? &m : &other;
    for (int k = 0; k < N; k++) free(given[k]);
    pthread_mutex_lock(which);
    pthread_mutex_unlock(which);
    which = NULL;
    pthread_mutex_lock(&between);
    pthread_mutex_unlock(&between);
    return a;
}

int main(void) {
    pthread_t t;
    uintptr_t was[N];
    int again = 0;
    atomic_store_explicit(&weak, 1, memory_order_relaxed);
    for (int k = 0; k < N; k++) was[k] = (uintptr_t)(given[k] = malloc(160));
    pthread_create(&t, NULL, frees, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    uintptr_t q = (uintptr_t)malloc(160);
    for (int k = 0; k < N; k++) again |= q == was[k];
    assert(!again); /*again*/
    pthread_join(t, NULL);
    return 0;
}
