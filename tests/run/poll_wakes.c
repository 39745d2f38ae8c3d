/* poll wakes for data before its time-out, and times out before later data. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int p[2];
static void *feed(void *unused) {
    usleep(30000);
    if (write(p[1], "a", 1) != 1) perror("write");
    usleep(100000);
    if (write(p[1], "b", 1) != 1) perror("write");
    return unused;
}
int main(void) {
    pthread_t t;
    char x;
    long n;
    if (pipe(p)) return 1;
    pthread_create(&t, NULL, feed, NULL);
    struct pollfd f = {p[0], POLLIN, 0};
    printf("%d", poll(&f, 1, 500));
    n = read(p[0], &x, 1);
    printf(" %ld %c\n", n, x);
    printf("%d\n", poll(&f, 1, 30));
    printf("%d", poll(&f, 1, 500));
    n = read(p[0], &x, 1);
    printf(" %ld %c\n", n, x);
    pthread_join(t, NULL);
}
