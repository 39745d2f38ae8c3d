/* expect: race @again "heap block" */
/* As block_used_again.c, but the worker writes to the new block, too, and nothing orders that. */
#include <pthread.h>
#include <stdlib.h>

enum { N = 9 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t begun = PTHREAD_COND_INITIALIZER;
static int begins;
static char *given[N], *block;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    while (!begins) pthread_cond_wait(&begun, &lock);
    pthread_mutex_unlock(&lock);
    for (int k = 0; k < N; k++) {
        given[k][0] = 1;
        free(given[k]);
    }
    pthread_mutex_lock(&lock);
    begins = 2;
    while (!block) pthread_cond_wait(&begun, &lock);
    pthread_mutex_unlock(&lock);
    block[0] = 3; /*again*/
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
    pthread_mutex_lock(&lock);
    if (begins == 2) { /* main knows of the frees: it gets one of the blocks again */
        char *p = block = malloc(40);
        pthread_cond_signal(&begun);
        pthread_mutex_unlock(&lock);
        p[0] = 2; /*again*/
        pthread_join(t, NULL);
        free(p);
        return 0;
    }
    block = malloc(1);
    pthread_cond_signal(&begun);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
