/* A sleeper is woken by a broadcast, or wakes by itself before it or without it: three runs, as there is no
 * time-out after the broadcast that woke it. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static const struct timespec soon = {1, 0};

static void *sleeper(void *p) {
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&some, &mutex, &soon);
    pthread_mutex_unlock(&mutex);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, sleeper, 0);
    pthread_cond_broadcast(&some);
    pthread_join(t, 0);
    return 0;
}
