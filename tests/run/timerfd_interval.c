/* A periodic timerfd that is read late tells how often it expired. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    uint64_t n = 0, all = 0;
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct itimerspec s = {{0, 100000000}, {0, 100000000}};
    timerfd_settime(fd, 0, &s, NULL);
    printf("%ld", (long)read(fd, &n, sizeof n));
    printf(" %d\n", errno == EAGAIN);
    usleep(350000);
    if (read(fd, &n, sizeof n) == sizeof n) all += n;
    printf("%d\n", (int)n);
    usleep(100000);
    if (read(fd, &n, sizeof n) == sizeof n) all += n;
    printf("%d\n", (int)all);
}
