/* k: 1 */
/* The time is over while the other thread holds the lock. */
#include "pair.h"
#include <errno.h>
#include <heddle/heddle.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a;
static void *reader(void *unused) {
    struct timespec soon = {1, 0}, wrong = {1, -1};
    int e = pthread_mutex_timedlock(&lock, a ? &wrong : &soon);
    heddle_assert(e != EINVAL);
    heddle_assert(e != ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}
MAIN(reader, writer)
