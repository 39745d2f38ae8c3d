/* Pipes, poll, select and eventfd, with and without waiting. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define SHOW(e) show(#e, e)
static void show(const char *what, long result) {
    if (result < 0)
        printf("%s = %ld %s\n", what, result, strerror(errno));
    else
        printf("%s = %ld\n", what, result);
}
static int p[2], q[2];
static void *echo(void *arg) {
    char b[100];
    for (ssize_t n; (n = read(p[0], b, sizeof b)) > 0;) {
        for (int k = 0; k < n; k++) b[k] ^= 32;
        for (ssize_t done = 0; done < n;) done += write(q[1], b + done, n - done);
    }
    close(q[1]);
    return arg;
}
static void events(const char *what, struct pollfd *f, int n, int timeout) {
    int r = poll(f, n, timeout);
    printf("%s: %d", what, r);
    for (int k = 0; k < n; k++) printf(" %x", f[k].revents);
    printf("\n");
}

int main(void) {
    char b[100];
    int a[2], n;
    pthread_t t;
    signal(SIGPIPE, SIG_IGN);
    pipe(p), pipe(q);
    printf("%d %d %d %d\n", p[0], p[1], q[0], q[1]);
    pthread_create(&t, 0, echo, 0);
    SHOW(write(p[1], "Hello", 5));
    for (n = 0; n < 5;) n += read(q[0], b + n, 5 - n);
    printf("%.5s\n", b);
    close(p[1]);
    SHOW(read(q[0], b, 1));
    pthread_join(t, 0);
    close(p[0]), close(q[0]);

    pipe2(a, O_NONBLOCK);
    SHOW(read(a[0], b, 1));
    struct pollfd f[3] = {{a[0], POLLIN, 0}, {a[1], POLLOUT, 0}, {77, POLLIN, 0}};
    events("empty", f, 2, 0);
    events("bad", f, 3, -1);
    events("none", f, 1, 1);
    SHOW(write(a[1], "abc", 3));
    events("three", f, 2, -1);
    SHOW(ioctl(a[0], FIONREAD, &n));
    printf("%d waiting\n", n);
    fd_set in, out;
    FD_ZERO(&in);
    FD_ZERO(&out);
    FD_SET(a[0], &in), FD_SET(a[1], &out);
    SHOW(select(a[1] + 1, &in, &out, 0, 0));
    printf("%d %d\n", FD_ISSET(a[0], &in), FD_ISSET(a[1], &out));
    SHOW(read(a[0], b, 2));
    long total = 0;
    char block[4096] = {0};
    for (ssize_t m; (m = write(a[1], block, sizeof block)) > 0;) total += m;
    printf("full after %ld: %s\n", total > 60000 && total <= 65536 ? 1L : total, strerror(errno));
    events("full", f, 2, 0);
    while (read(a[0], block, sizeof block) > 0) {}
    close(a[1]);
    f[1].fd = -1;
    events("closed", f, 2, -1);
    SHOW(read(a[0], b, 2));
    close(a[0]);
    pipe(a);
    close(a[0]);
    SHOW(write(a[1], "x", 1));
    f[0] = (struct pollfd){a[1], POLLOUT, 0};
    events("nobody reads", f, 1, 0);
    close(a[1]);

    uint64_t value = 5;
    int e = eventfd(3, EFD_NONBLOCK);
    SHOW(write(e, &value, 8));
    SHOW(read(e, &value, 8));
    printf("%lu\n", (unsigned long)value);
    SHOW(read(e, &value, 8));
    f[0] = (struct pollfd){e, POLLIN | POLLOUT, 0};
    events("counter", f, 1, 0);
    close(e);
    e = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
    SHOW(read(e, &value, 8));
    SHOW(read(e, &value, 8));
    SHOW(read(e, &value, 8));
    close(e);

    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec s = {{0, 0}, {0, 2000000}};
    SHOW(timerfd_settime(timer, 0, &s, 0));
    SHOW(read(timer, &value, 8));
    printf("%lu\n", (unsigned long)value);
    f[0] = (struct pollfd){timer, POLLIN, 0};
    events("not set", f, 1, 0);
    SHOW(timerfd_settime(timer, 0, &s, 0));
    events("set", f, 1, -1);
    close(timer);
    return 0;
}
