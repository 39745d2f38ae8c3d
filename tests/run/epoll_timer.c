/* epoll waits for a timer, an event counter and its own time-out. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
static int e;
static void *later(void *unused) {
    uint64_t one = 1;
    usleep(60000);
    if (write(e, &one, sizeof one) != sizeof one) perror("write");
    return unused;
}
int main(void) {
    int set = epoll_create1(0), t = timerfd_create(CLOCK_MONOTONIC, 0);
    struct epoll_event a = {EPOLLIN, {.u32 = 1}}, b = {EPOLLIN, {.u32 = 2}}, got;
    struct itimerspec s = {{0, 0}, {0, 30000000}};
    pthread_t thread;
    uint64_t n;
    e = eventfd(0, 0);
    epoll_ctl(set, EPOLL_CTL_ADD, t, &a);
    epoll_ctl(set, EPOLL_CTL_ADD, e, &b);
    timerfd_settime(t, 0, &s, NULL);
    pthread_create(&thread, NULL, later, NULL);
    printf("%d\n", epoll_wait(set, &got, 1, 5));
    for (int k = 0; k < 2; k++) {
        int ready = epoll_wait(set, &got, 1, 1000);
        printf("%d %d %ld\n", ready, (int)got.data.u32, (long)read(got.data.u32 == 1 ? t : e, &n, sizeof n));
    }
    printf("%d\n", epoll_wait(set, &got, 1, 5));
    pthread_join(thread, NULL);
}
