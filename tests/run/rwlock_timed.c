/* Timed locks of a read-write lock wait for their time. */
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

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *hold(void *arg) {
    pthread_rwlock_wrlock(&l);
    usleep((unsigned)(long)arg * 1000);
    pthread_rwlock_unlock(&l);
    return NULL;
}
static void try(long held, long most, int write) {
    pthread_t t;
    pthread_create(&t, NULL, hold, (void *)held);
    usleep(10000);
    struct timespec until = after_ms(CLOCK_REALTIME, most);
    int error = write ? pthread_rwlock_timedwrlock(&l, &until) : pthread_rwlock_timedrdlock(&l, &until);
    puts(error == 0 ? "locked" : error == ETIMEDOUT ? "late" : "?");
    if (!error) pthread_rwlock_unlock(&l);
    pthread_join(t, NULL);
}
int main(void) {
    for (int write = 0; write < 2; write++) {
        try(40, 300, write);
        try(150, 30, write);
    }
}
