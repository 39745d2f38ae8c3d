/* SO_RCVTIMEO and SO_SNDTIMEO end calls when their time is over. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int main(void) {
    int s[2];
    char bytes[4096] = {0};
    struct timeval t = {0, 40000};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, s)) return 1;
    setsockopt(s[0], SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
    setsockopt(s[0], SOL_SOCKET, SO_SNDTIMEO, &t, sizeof t);
    long begin = now_ms();
    printf("%ld", (long)recv(s[0], bytes, sizeof bytes, 0));
    printf(" %d %d\n", errno == EAGAIN, now_ms() - begin >= 40);
    begin = now_ms();
    long n;
    while ((n = send(s[0], bytes, sizeof bytes, 0)) > 0) {}
    printf("%ld %d %d\n", n, errno == EAGAIN, now_ms() - begin >= 40);
}
