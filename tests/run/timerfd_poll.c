/* timerfd with poll: the earlier timer is ready first. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    struct pollfd p[2];
    for (int k = 0; k < 2; k++) {
        p[k].fd = timerfd_create(CLOCK_MONOTONIC, 0);
        p[k].events = POLLIN;
        struct itimerspec s = {{0, 0}, {0, k ? 20000000 : 60000000}};
        timerfd_settime(p[k].fd, 0, &s, NULL);
    }
    printf("at once: %d\n", poll(p, 2, 0));
    printf("too soon: %d\n", poll(p, 2, 5));
    for (int k = 0; k < 2; k++) {
        int n = poll(p, 2, 1000);
        int which = p[0].revents ? 0 : 1;
        uint64_t count;
        long got = read(p[which].fd, &count, sizeof count);
        printf("%d ready, timer %d, %ld bytes, %d\n", n, which, got, (int)count);
    }
}
