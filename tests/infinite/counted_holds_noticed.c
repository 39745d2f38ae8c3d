/* expect: assertion "0" */
/* A thread takes a mutex a million times to look under it. Another one finds it taken eight times, each time
 * while the first is in another round: a round that somebody noticed did not do nothing. */
#include <assert.h>
#include <pthread.h>

#define TRIES 8

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *tries(void *unused) {
    for (int k = 0; k < TRIES; k++) {
        if (pthread_mutex_trylock(&m) == 0) {
            pthread_mutex_unlock(&m);
            return unused;
        }
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    assert(0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, tries, NULL);
    for (int n = 0; n < 1000000; n++) {
        pthread_mutex_lock(&m);
        int stop = done;
        pthread_mutex_unlock(&m);
        if (stop) break;
    }
    pthread_join(t, NULL);
    return 0;
}
