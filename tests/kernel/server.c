/* A server that serves for ever, by poll or epoll, and CLIENTS clients. -DLATE: it looks up now and then (a
 * time-out). */
#include <arpa/inet.h>
#include <heddle/heddle.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef CLIENTS
#define CLIENTS 1
#endif
#ifdef LATE
#define TIMEOUT 1000
#else
#define TIMEOUT (-1)
#endif

static int listener;
static struct sockaddr_in address;
static void serve(int s) {
    char c;
    if (read(s, &c, 1) == 1) {
        c++;
        write(s, &c, 1);
    }
    close(s);
}
static void *server(void *arg) {
#ifdef EPOLL
    int set = epoll_create1(0);
    struct epoll_event e = {.events = EPOLLIN};
    epoll_ctl(set, EPOLL_CTL_ADD, listener, &e);
    for (;;)
        if (epoll_wait(set, &e, 1, TIMEOUT) == 1) serve(accept(listener, 0, 0));
#else
    for (;;) {
        struct pollfd p = {listener, POLLIN, 0};
        if (poll(&p, 1, TIMEOUT) == 1) serve(accept(listener, 0, 0));
    }
#endif
    return arg;
}
static void *client(void *arg) {
    char c = 'a';
    int s = socket(AF_INET, SOCK_STREAM, 0);
    heddle_assert(connect(s, (struct sockaddr *)&address, sizeof address) == 0);
    heddle_assert(write(s, &c, 1) == 1);
    heddle_assert(read(s, &c, 1) == 1 && c == 'b');
    close(s);
    return arg;
}
int main(void) {
    pthread_t t, clients[CLIENTS];
    socklen_t n = sizeof address;
    listener = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(listener, (struct sockaddr *)&address, n);
    getsockname(listener, (struct sockaddr *)&address, &n);
    listen(listener, 5);
    pthread_create(&t, 0, server, 0);
    for (int k = 0; k < CLIENTS; k++) pthread_create(&clients[k], 0, client, 0);
    for (int k = 0; k < CLIENTS; k++) pthread_join(clients[k], 0);
}
