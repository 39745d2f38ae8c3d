/* A timed wait times out before a later signal, and takes an earlier one. */
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
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int given;
static void *give(void *arg) {
    usleep((unsigned)(long)arg * 1000);
    pthread_mutex_lock(&m);
    given = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return NULL;
}
static void try(long given_after, long wait_for) {
    pthread_t t;
    int error = 0;
    struct timespec until = after_ms(CLOCK_REALTIME, wait_for);
    given = 0;
    pthread_create(&t, NULL, give, (void *)given_after);
    pthread_mutex_lock(&m);
    while (!given && !error) error = pthread_cond_timedwait(&c, &m, &until);
    puts(given ? "given" : error == ETIMEDOUT ? "late" : "?");
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
}
int main(void) {
    try(20, 200);
    try(150, 30);
    try(10, 60);
}
