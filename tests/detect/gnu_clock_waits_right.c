/* expect: safe */
/* A program that takes both ends of waits with a clock into account. */
#define _GNU_SOURCE
#include <errno.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *sets(void *arg) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return arg;
}
int main(void) {
    pthread_t t;
    struct timespec at, now;
    void *result;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec++;
    pthread_create(&t, NULL, sets, &ready);
    pthread_mutex_lock(&mutex);
    int e = 0;
    while (!ready && !e) e = pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &at);
    heddle_assert(e == 0 || e == ETIMEDOUT);
    pthread_mutex_unlock(&mutex);
    e = pthread_clockjoin_np(t, &result, CLOCK_MONOTONIC, &at);
    if (e == ETIMEDOUT) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        heddle_assert(now.tv_sec > at.tv_sec || (now.tv_sec == at.tv_sec && now.tv_nsec >= at.tv_nsec));
        e = pthread_clockjoin_np(t, &result, CLOCK_MONOTONIC, NULL);
    }
    heddle_assert(e == 0 && result == &ready);
}
