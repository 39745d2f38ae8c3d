/* k: 0 */
/* A wait that is over before anything has happened. */
#include "pair.h"
#include <errno.h>
#include <heddle/heddle.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int x;
static void *reader(void *unused) {
    struct timespec soon = {1, 0};
    pthread_mutex_lock(&lock);
    int result = x ? 0 : pthread_cond_timedwait(&changed, &lock, &soon);
    heddle_assert(result != ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    x = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
