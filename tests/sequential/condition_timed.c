/* k: 1 */
/* The time was over, and what the thread waited for has not happened yet, but something else. */
#include "pair.h"
#include <errno.h>
#include <heddle/heddle.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int x, y;
static void *reader(void *unused) {
    struct timespec soon = {1, 0};
    int late = 0;
    pthread_mutex_lock(&lock);
    while (!x && !late) late = pthread_cond_timedwait(&changed, &lock, &soon) == ETIMEDOUT;
    heddle_assert(!late || y != 7);
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    y = 7;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    x = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
