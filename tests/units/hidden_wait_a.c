/* A hidden function that waits: its caller here only looks again, the one in the other unit writes. */
#include "hidden_wait.h"
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, woken;
void wait_for_it(void) { pthread_cond_wait(&c, &m); }
static void *looks(void *unused) {
    pthread_mutex_lock(&m);
    while (!ready) wait_for_it();
    pthread_mutex_unlock(&m);
    return unused;
}
static void *tells(void *unused) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, WHO, NULL);
    pthread_create(&t[1], NULL, tells, NULL);
    counts(NULL);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    assert(woken < 2);
    return 0;
}
