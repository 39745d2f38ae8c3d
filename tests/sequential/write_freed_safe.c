/* k: none */
/* Who frees has taken it out before: the other thread does not come to it then. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shared;
static void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    if (shared) *shared = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    int *own = shared;
    shared = NULL;
    pthread_mutex_unlock(&lock);
    free(own);
    return unused;
}
int main(void) {
    shared = malloc(sizeof *shared);
    RUN(NULL, reader, writer);
    return 0;
}
