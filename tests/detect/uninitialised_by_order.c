/* expect: uninitialised @r "heap block of 4 bytes" */
/* options: --checks=uninitialised */
/* Two orders of the threads lead to states whose bytes are all the same, the second one by more events: in
 * that one some bytes were never written. */
#include <pthread.h>
#include <stdlib.h>
#ifndef ALLOCATE
#define ALLOCATE(n) malloc(n)
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int skip, *p;

static void *write_it(void *unused) {
    pthread_mutex_lock(&lock);
    if (skip) {
        pthread_mutex_lock(&other);
        pthread_mutex_unlock(&other);
    } else
        *p = 0;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *prevent(void *unused) {
    pthread_mutex_lock(&lock);
    skip = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t a, b;
    p = ALLOCATE(sizeof *p);
    pthread_create(&a, NULL, write_it, NULL);
    pthread_create(&b, NULL, prevent, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_mutex_lock(&lock);
    if (*p) skip = 2; /*r*/
    pthread_mutex_unlock(&lock);
    free(p);
    return 0;
}
