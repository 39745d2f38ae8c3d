/* epoll: level-triggered, edge-triggered and one-shot, changes of the set, waiting threads. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define SHOW(e) show(#e, e)
static void show(const char *what, long result) {
    if (result < 0)
        printf("%s = %ld %s\n", what, result, strerror(errno));
    else
        printf("%s = %ld\n", what, result);
}
static int set, e[2];
static void wait_now(const char *what, int timeout) {
    struct epoll_event got[4];
    int n = epoll_wait(set, got, 4, timeout);
    printf("%s: %d", what, n);
    for (int k = 0; k < n; k++) printf(" %u:%x", got[k].data.u32, got[k].events);
    printf("\n");
}
static int control(int op, int fd, unsigned events, unsigned data) {
    struct epoll_event x = {.events = events, .data.u32 = data};
    return epoll_ctl(set, op, fd, &x);
}
static void *later(void *arg) {
    struct epoll_event got;
    int n = epoll_wait(set, &got, 1, -1);
    printf("thread: %d %u\n", n, got.data.u32);
    return arg;
}

int main(void) {
    uint64_t one = 1, value;
    char b[10];
    pthread_t t;
    set = epoll_create1(EPOLL_CLOEXEC);
    e[0] = eventfd(0, EFD_NONBLOCK), e[1] = eventfd(1, EFD_NONBLOCK);
    SHOW(control(EPOLL_CTL_ADD, e[0], EPOLLIN, 10));
    SHOW(control(EPOLL_CTL_ADD, e[0], EPOLLIN, 10));
    SHOW(control(EPOLL_CTL_MOD, e[1], EPOLLIN, 11));
    SHOW(control(EPOLL_CTL_DEL, 99, 0, 0));
    wait_now("empty", 0);
    wait_now("in time", 1);
    SHOW(control(EPOLL_CTL_ADD, e[1], EPOLLIN, 11));
    wait_now("second", -1);
    wait_now("level", 0);
    read(e[1], &value, 8);
    wait_now("read", 0);
    write(e[0], &one, 8), write(e[1], &one, 8);
    SHOW(control(EPOLL_CTL_DEL, e[1], 0, 0));
    wait_now("deleted", 0);
    SHOW(control(EPOLL_CTL_MOD, e[0], EPOLLIN | EPOLLOUT | EPOLLONESHOT, 12));
    wait_now("one-shot", 0);
    wait_now("again", 0);
    SHOW(control(EPOLL_CTL_MOD, e[0], EPOLLIN | EPOLLET, 13));
    wait_now("edge", 0);
    wait_now("edge again", 0);
    write(e[0], &one, 8);
    wait_now("new edge", 0);
    wait_now("told", 0);
    close(e[0]);
    wait_now("closed", 0);
    int pair[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    SHOW(control(EPOLL_CTL_ADD, pair[0], EPOLLIN | EPOLLRDHUP, 20));
    wait_now("quiet", 0);
    write(pair[1], "x", 1);
    wait_now("data", -1);
    read(pair[0], b, 10);
    shutdown(pair[1], SHUT_WR);
    wait_now("half closed", -1);
    close(pair[1]);
    wait_now("hung up", -1);
    close(pair[0]);
    e[0] = eventfd(0, 0);
    pthread_create(&t, 0, later, 0);
    SHOW(control(EPOLL_CTL_ADD, e[0], EPOLLIN, 30));
    write(e[0], &one, 8);
    pthread_join(t, 0);
    struct epoll_event none;
    SHOW(epoll_wait(e[0], &none, 1, 0));
    SHOW(control(EPOLL_CTL_ADD, set, EPOLLIN, 1));
    SHOW(control(EPOLL_CTL_ADD, dup(set), EPOLLIN, 1));
    SHOW(epoll_ctl(set, EPOLL_CTL_ADD, e[0], NULL));
    int outer = epoll_create1(0), outermost = epoll_create1(0);
    none.events = EPOLLIN;
    SHOW(epoll_ctl(outer, EPOLL_CTL_ADD, set, &none));
    SHOW(epoll_ctl(outermost, EPOLL_CTL_ADD, outer, &none));
    SHOW(control(EPOLL_CTL_ADD, outer, EPOLLIN, 1));
    SHOW(control(EPOLL_CTL_ADD, outermost, EPOLLIN, 1));
    SHOW(epoll_ctl(outer, EPOLL_CTL_ADD, outermost, &none));
    return 0;
}
