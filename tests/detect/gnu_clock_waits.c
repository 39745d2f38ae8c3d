/* expect: assertion @condition; assertion @mutex; assertion @reader; assertion @writer; assertion @semaphore */
/* Waits with a clock of their own end by their deadlines, in some order, and refuse other clocks. */
#define _GNU_SOURCE
#include <errno.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER, mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static int late[5], in_time[5];

static void note(int which, int error) {
    heddle_assert(error == 0 || error == ETIMEDOUT);
    if (error)
        late[which] = 1;
    else
        in_time[which] = 1;
}
static void *other(void *arg) {
    pthread_mutex_lock(&held);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_mutex_unlock(&held);
    sem_post(&semaphore);
    return arg;
}
static void refused(const struct timespec *at) {
    clockid_t bad = CLOCK_PROCESS_CPUTIME_ID;
    heddle_assert(pthread_cond_clockwait(&condition, &mutex, bad, at) == EINVAL);
    heddle_assert(pthread_mutex_clocklock(&held, bad, at) == EINVAL);
    heddle_assert(pthread_rwlock_clockrdlock(&lock, bad, at) == EINVAL);
    heddle_assert(pthread_rwlock_clockwrlock(&lock, bad, at) == EINVAL);
    heddle_assert(sem_clockwait(&semaphore, bad, at) == -1 && errno == EINVAL);
    heddle_assert(pthread_clockjoin_np(pthread_self(), NULL, bad, at) == EINVAL);
}
int main(void) {
    pthread_t t;
    struct timespec at;
    int e;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec++;
    sem_init(&semaphore, 0, 0);
    refused(&at);
    pthread_create(&t, NULL, other, NULL);
    note(1, e = pthread_mutex_clocklock(&held, CLOCK_MONOTONIC, &at));
    if (!e) pthread_mutex_unlock(&held);
    note(2, e = pthread_rwlock_clockrdlock(&lock, CLOCK_REALTIME, &at));
    if (!e) pthread_rwlock_unlock(&lock);
    note(3, e = pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &at));
    if (!e) pthread_rwlock_unlock(&lock);
    note(4, sem_clockwait(&semaphore, CLOCK_MONOTONIC, &at) ? errno : 0);
    heddle_assert(!late[1]); /*mutex*/
    heddle_assert(!late[2]); /*reader*/
    heddle_assert(!late[3]); /*writer*/
    heddle_assert(!late[4]); /*semaphore*/
    pthread_join(t, NULL);
    pthread_mutex_lock(&mutex);
    note(0, pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &at));
    heddle_assert(!late[0]); /*condition*/
    pthread_mutex_unlock(&mutex);
}
