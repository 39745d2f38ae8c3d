/* Sleeping takes no processor time, computing does. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static double used(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
int main(void) {
    double a = used(CLOCK_PROCESS_CPUTIME_ID), w = used(CLOCK_MONOTONIC);
    usleep(100000);
    printf("%d %d\n", used(CLOCK_PROCESS_CPUTIME_ID) - a < 0.05, used(CLOCK_MONOTONIC) - w >= 0.1);
    clock_t c = clock();
    w = used(CLOCK_THREAD_CPUTIME_ID);
    while (used(CLOCK_THREAD_CPUTIME_ID) - w < 0.02) {}
    printf("%d\n", clock() - c > CLOCKS_PER_SEC / 100);
}
