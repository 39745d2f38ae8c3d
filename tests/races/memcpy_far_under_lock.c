/* expect: safe */
/* Ranges are ordered by a lock as words are, in either order, and forgotten where they are covered. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *block;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        block[9000 + k]++;
        memset(block + 100, k, 9500);
        memmove(block, block + 50, 9000);
        block = realloc(block, 10000 + k);
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t;
    block = calloc(1, 10000);
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    block[8000] = 1;
    free(block);
    return 0;
}
