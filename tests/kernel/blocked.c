/* Somebody waits for what will not come. */
#include <heddle/heddle.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], set;
static void *work(void *arg) {
    char c[2];
#ifdef POLL
    struct pollfd p = {ends[0], POLLIN, 0};
    poll(&p, 1, -1);
#elif defined EPOLL
    struct epoll_event e;
    epoll_wait(set, &e, 1, -1);
#elif defined EDGE
    /* It is told once, and does not read everything. */
    struct epoll_event e;
    heddle_assert(epoll_wait(set, &e, 1, -1) == 1);
    read(ends[0], c, 1);
    epoll_wait(set, &e, 1, -1);
#else
    read(ends[0], c, 1);
#endif
    return arg;
}
int main(void) {
    pthread_t t;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    set = epoll_create1(0);
    struct epoll_event e = {.events = EPOLLIN | EPOLLET};
    epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &e);
    pthread_create(&t, 0, work, 0);
#if defined EDGE || defined FINE
    write(ends[1], "12", 2);
#endif
    pthread_join(t, 0);
}
