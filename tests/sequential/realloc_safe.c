/* k: none */
/* Nobody keeps the old block. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
static int *p;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    heddle_assert(p[0] == 3);
    pthread_mutex_unlock(&lock);
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
