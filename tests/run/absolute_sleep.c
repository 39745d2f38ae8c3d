/* A sleep until a time of a clock, twice: the second one is over at once. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    struct timespec until, now;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 50000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    for (int k = 0; k < 2; k++) {
        printf("%d ", clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL));
        clock_gettime(CLOCK_MONOTONIC, &now);
        printf("%d\n",
               now.tv_sec > until.tv_sec || (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec));
    }
    printf("%d\n", now.tv_sec - until.tv_sec < 2);
}
