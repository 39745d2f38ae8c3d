/* k: none */
/* What the thread waits for has changed with what it reads then. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int x, y;
static void *reader(void *unused) {
    pthread_mutex_lock(&lock);
    while (!x) pthread_cond_wait(&changed, &lock);
    heddle_assert(y == 7);
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    y = 7;
    x = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
