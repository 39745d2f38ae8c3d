/* A timed lock waits for its time: it gets the lock that is left before, and not the one left after. */
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

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *hold(void *arg) {
    pthread_mutex_lock(&m);
    usleep((unsigned)(long)arg * 1000);
    pthread_mutex_unlock(&m);
    return NULL;
}
static void try(long held, long most) {
    pthread_t t;
    pthread_create(&t, NULL, hold, (void *)held);
    usleep(10000);
    struct timespec until = after_ms(CLOCK_REALTIME, most);
    int error = pthread_mutex_timedlock(&m, &until);
    puts(error == 0 ? "locked" : error == ETIMEDOUT ? "late" : "?");
    if (!error) pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}
int main(void) {
    try(40, 300);
    try(150, 30);
}
