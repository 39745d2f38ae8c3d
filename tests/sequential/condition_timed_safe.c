/* k: none */
/* A thread that wakes now and then, and looks, is as one that waits. */
#include "pair.h"
#include <heddle/heddle.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int x, y;
static void *reader(void *unused) {
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&lock);
    while (!x) pthread_cond_timedwait(&changed, &lock, &soon);
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
