/* poll and select wait as long as they are told, and no longer. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>
static long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int main(void) {
    int p[2];
    if (pipe(p)) return 1;
    struct pollfd f = {p[0], POLLIN, 0};
    long begin = now_ms();
    printf("%d\n", poll(&f, 1, 50));
    printf("%d\n", now_ms() - begin >= 50);
    fd_set in;
    FD_ZERO(&in);
    FD_SET(p[0], &in);
    struct timeval t = {0, 50000};
    printf("%d\n", select(p[0] + 1, &in, NULL, NULL, &t));
    printf("%d %d\n", FD_ISSET(p[0], &in), now_ms() - begin >= 100);
    printf("%d\n", now_ms() - begin < 2000);
}
