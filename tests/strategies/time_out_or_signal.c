/* A sleeper is signalled or wakes by itself. A run in which the signal comes, once it sleeps, has no time-out
 * after that wait: it is another event, which fails where it comes before the signaller. Nor has one in which
 * the wait, which is in no loop, wakes spuriously: that is no time-out. */
#include <errno.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = {1, 0};
static int given;

static void *sleeper(void *p) {
    pthread_mutex_lock(&mutex);
    if (pthread_cond_timedwait(&some, &mutex, &soon) == ETIMEDOUT) heddle_assert(given);
    pthread_mutex_unlock(&mutex);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, sleeper, 0);
    pthread_mutex_lock(&mutex);
    given = 1;
    pthread_cond_signal(&some);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, 0);
    return 0;
}
