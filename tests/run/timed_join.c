/* A timed join waits for its time. (This is a function of GNU.) */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static void *sleeper(void *arg) {
    usleep(80000);
    return arg;
}
int main(void) {
    pthread_t t;
    int x;
    void *result;
    pthread_create(&t, NULL, sleeper, &x);
    printf("%d\n", pthread_tryjoin_np(t, &result) == EBUSY);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 20000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    printf("%d\n", pthread_timedjoin_np(t, &result, &until) == ETIMEDOUT);
    until.tv_sec += 2;
    printf("%d\n", pthread_timedjoin_np(t, &result, &until));
    printf("%d\n", result == &x);
}
