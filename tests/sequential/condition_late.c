/* k: 1 */
/* The time is over before the other thread changes the condition, and tells of it. */
#include "pair.h"
#include <errno.h>
#include <heddle/heddle.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int x;
static void *reader(void *unused) {
    struct timespec until = {1000000000, 0};
    int error = 0;
    pthread_mutex_lock(&m);
    while (!x && !error) error = pthread_cond_timedwait(&changed, &m, &until);
    heddle_assert(!(error == ETIMEDOUT && x));
    pthread_mutex_unlock(&m);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
    return unused;
}
MAIN(reader, writer)
