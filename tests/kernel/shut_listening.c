/* A listening socket is shut down: who polls it, waits for a connection or connects to it is told. -DPOLL,
 * -DACCEPT, -DEPOLL: one that waits meanwhile; -DCONNECT: one that connects; -DUNIX: the same for a Unix
 * socket. */
#include <arpa/inet.h>
#include <errno.h>
#include <heddle/heddle.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int s;
static struct sockaddr_in in = {.sin_family = AF_INET};

static void *other(void *arg) {
#if defined POLL
    struct pollfd f = {.fd = s, .events = POLLIN};
    heddle_assert(poll(&f, 1, -1) == 1 && f.revents & POLLHUP);
    heddle_assert(accept(s, 0, 0) == -1 && errno == EINVAL);
#elif defined EPOLL
    int e = epoll_create1(0);
    struct epoll_event v = {.events = EPOLLIN | EPOLLET};
    epoll_ctl(e, EPOLL_CTL_ADD, s, &v);
    heddle_assert(epoll_wait(e, &v, 1, -1) == 1 && v.events & EPOLLHUP);
#elif defined ACCEPT
    heddle_assert(accept(s, 0, 0) == -1 && errno == EINVAL);
#elif defined CONNECT
    int c = socket(AF_INET, SOCK_STREAM, 0);
    char byte;
    if (connect(c, (struct sockaddr *)&in, sizeof in))
        heddle_assert(errno == ECONNREFUSED);
    else
        heddle_assert(read(c, &byte, 1) <= 0);
#endif
    return arg;
}

int main(void) {
    pthread_t t;
    in.sin_port = htons(8080);
    in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
#ifdef UNIX
    struct sockaddr_un un = {.sun_family = AF_UNIX, .sun_path = "\0name"};
    s = socket(AF_UNIX, SOCK_STREAM, 0);
    bind(s, (struct sockaddr *)&un, sizeof un);
#else
    s = socket(AF_INET, SOCK_STREAM, 0);
    bind(s, (struct sockaddr *)&in, sizeof in);
#endif
    heddle_assert(listen(s, 5) == 0);
    pthread_create(&t, 0, other, 0);
    heddle_assert(shutdown(s, SHUT_WR) == 0);
    heddle_assert(shutdown(s, SHUT_RDWR) == 0);
    pthread_join(t, 0);
    heddle_assert(accept(s, 0, 0) == -1 && errno == EINVAL);
#ifndef UNIX
    heddle_assert(shutdown(s, SHUT_RDWR) == -1 && errno == ENOTCONN);
#endif
    heddle_assert(listen(s, 5) == 0);
    struct pollfd f = {.fd = s, .events = POLLIN};
    heddle_assert(poll(&f, 1, 0) == 0);
    return 0;
}
