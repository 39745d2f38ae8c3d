/* A condition variable with the monotonic clock, and one wait with a time that is over. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static struct timespec after_ms(clockid_t clock, long ms) {
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_nsec += ms * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

int main(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_condattr_t a;
    pthread_cond_t c;
    pthread_condattr_init(&a);
    pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
    pthread_cond_init(&c, &a);
    struct timespec until = after_ms(CLOCK_MONOTONIC, 40), now, past = {1, 0};
    pthread_mutex_lock(&m);
    int error = 0;
    while (!error) error = pthread_cond_timedwait(&c, &m, &until);
    clock_gettime(CLOCK_MONOTONIC, &now);
    printf("%d %d\n", error == ETIMEDOUT,
           now.tv_sec > until.tv_sec || (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec));
    printf("%d\n", pthread_cond_timedwait(&c, &m, &past) == ETIMEDOUT);
    pthread_mutex_unlock(&m);
}
