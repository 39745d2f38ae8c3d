/* expect: assertion @cancelled; assertion @late */
/* A join that need not wait for ever may be cancelled, or its time is over, and then clocks say so. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static sem_t over;
static void *waits(void *arg) {
    sem_wait(&over);
    return arg;
}
static void *joins(void *other) {
    struct timespec at, now;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_sec++;
    assert(pthread_timedjoin_np(*(pthread_t *)other, NULL, &at) == ETIMEDOUT);
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_sec > at.tv_sec || (now.tv_sec == at.tv_sec && now.tv_nsec >= at.tv_nsec));
    return NULL;
}
int main(void) {
    pthread_t t, u;
    void *result;
    sem_init(&over, 0, 0);
    pthread_create(&t, NULL, waits, NULL);
    pthread_create(&u, NULL, joins, &t);
    pthread_cancel(u);
    pthread_join(u, &result);
    sem_post(&over);
    pthread_join(t, NULL);
    assert(result != PTHREAD_CANCELED); /*cancelled*/
    assert(result == PTHREAD_CANCELED); /*late*/
    return 0;
}
