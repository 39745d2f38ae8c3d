/* k: 1 memory */
/* The old block, which the other thread has given back: what takes over is its end. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
static int *p;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    int *q = p;
    pthread_mutex_unlock(&lock);
    heddle_assert(q[0] == 3);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    p = realloc(p, 40);
    p[5] = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    p = malloc(8);
    p[0] = 3;
    RUN(NULL, reader, writer);
    return 0;
}
