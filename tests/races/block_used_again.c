/* expect: safe */
/* Main gets blocks again that a thread freed. A notification orders nothing, so that without the mutex main
 * does not know of the frees: then it gets other blocks, and its stores race with nothing. */
#include <pthread.h>
#include <stdlib.h>

enum { N = 9 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t begun = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;
static int begins, stops;
static char *given[N];

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    while (!begins) pthread_cond_wait(&begun, &lock);
    pthread_mutex_unlock(&lock);
    for (int k = 0; k < N; k++) {
        given[k][0] = 1;
        free(given[k]);
    }
    pthread_mutex_lock(&lock);
    while (!stops) pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    for (int k = 0; k < N; k++) given[k] = malloc(40);
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    begins = 1;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&begun);
    pthread_cond_signal(&done); /* after the worker waits there, it has freed the blocks */
    char *p = malloc(40);
    p[0] = 2;
    pthread_mutex_lock(&lock);
    stops = 1;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&done);
    pthread_join(t, NULL);
    free(p);
    return 0;
}
