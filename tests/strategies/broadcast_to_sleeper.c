/* A sleeper is woken by a broadcast, before it or never. With TIMED what wakes it before is a time-out: three
 * maximal configurations, as there is none after the broadcast that woke it. Without it is a signal: three as
 * well, as the broadcast wakes nobody whom the signal woke. In a fourth its wait, which is in no loop, wakes
 * spuriously, whatever the others do. What covers events runs the deadlock of one that is never woken once
 * more. */
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;

static void *sleeper(void *p) {
    pthread_mutex_lock(&mutex);
#ifdef TIMED
    pthread_cond_timedwait(&some, &mutex, &(struct timespec){1, 0});
#else
    pthread_cond_wait(&some, &mutex);
#endif
    pthread_mutex_unlock(&mutex);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, sleeper, 0);
#ifndef TIMED
    pthread_cond_signal(&some);
#endif
    pthread_cond_broadcast(&some);
    pthread_join(t, 0);
    return 0;
}
