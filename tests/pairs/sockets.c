/* sockets.c — sockets with addresses: TCP, UDP, and Unix sockets of all types. */
#include "pairs.h"

static int listener, client, ready, joined[2], taken, spare, udp, bound, sender, local, local_client, names,
    names_client;
static struct sockaddr_in at = {.sin_family = AF_INET}, udp_at = {.sin_family = AF_INET};
static struct sockaddr_un local_at = {AF_UNIX, "/s"}, names_at = {AF_UNIX, "/t"}, other_at = {AF_UNIX, "/u"};
#define TO(a) (struct sockaddr *)&a, sizeof a

static int loopback(int type, struct sockaddr_in *a) {
    socklen_t n = sizeof *a;
    int s = socket(AF_INET, type | SOCK_NONBLOCK, 0);
    a->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(s, (struct sockaddr *)a, sizeof *a);
    getsockname(s, (struct sockaddr *)a, &n);
    return s;
}

static void init(void) {
    signal(SIGPIPE, SIG_IGN);
    listener = loopback(SOCK_STREAM, &at);
    listen(listener, 1);
    ready = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    connect(ready, TO(at));
    taken = accept(listener, 0, 0);
    client = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    spare = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    udp = loopback(SOCK_DGRAM, &udp_at);
    sender = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    local = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    bind(local, TO(local_at));
    listen(local, 1);
    local_client = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    names = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    bind(names, TO(names_at));
    names_client = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
}

static int query(void) {
    char b[4];
    int h = polled(client, POLLIN | POLLOUT) & 63;
    h = h * 64 + (polled(ready, POLLIN | POLLOUT | POLLRDHUP) & 63);
    h = h * 9 + (int)recv(udp, b, 4, 0);
    h = h * 9 + (int)recv(names, b, 4, 0);
    h = h * 9 + (int)recv(taken, b, 4, MSG_DONTWAIT);
    return h * 2 + (access("/u", 0) == 0);
}

static int option(int fd, int level, int name) {
    int v = 0;
    socklen_t n = sizeof v;
    return getsockopt(fd, level, name, &v, &n) ? -errno : v;
}
static int set_option(int fd, int level, int name, int v) {
    return E(setsockopt(fd, level, name, &v, sizeof v));
}

CALL(connect) { return E(connect(client, TO(at))); }
CALL(connect_spare) { return E(connect(spare, TO(at))); }
CALL(bind_client) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    return E(bind(client, TO(a)));
}
CALL(bind_taken) { return E(bind(spare, TO(at))); }
CALL(listen) { return E(listen(listener, 3)); }
CALL(listen_client) { return E(listen(client, 1)); }
CALL(listen_spare) { return E(listen(spare, 1)); }
CALL(accept) { return FD(accept(listener, 0, 0)); }
CALL(accept_from) {
    struct sockaddr_in a;
    socklen_t n = sizeof a;
    int s = accept(listener, (struct sockaddr *)&a, &n);
    return s < 0 ? -errno : (int)n;
}
CALL(poll_listener) { return polled(listener, POLLIN | POLLOUT); }
CALL(poll_client) { return polled(client, POLLIN | POLLOUT | POLLRDHUP); }
CALL(poll_spare) { return polled(spare, POLLIN | POLLOUT); }
CALL(poll_ready) { return polled(ready, POLLIN | POLLOUT | POLLRDHUP); }
CALL(close_listener) { return E(close(listener)); }
CALL(close_client) { return E(close(client)); }
CALL(close_ready) { return E(close(ready)); }
CALL(close_taken) { return E(close(taken)); }
CALL(shut_listener) { return E(shutdown(listener, SHUT_RDWR)); }
CALL(shut_ready) { return E(shutdown(ready, SHUT_WR)); }
CALL(shut_taken) { return E(shutdown(taken, SHUT_RD)); }
CALL(shut_client) { return E(shutdown(client, SHUT_RDWR)); }
CALL(send_ready) { return E(send(ready, "q", 1, 0)); }
CALL(send_client) { return E(send(client, "r", 1, 0)); }
CALL(receive_taken) {
    char c = 0;
    int n = E(recv(taken, &c, 1, MSG_DONTWAIT));
    return n > 0 ? c : n;
}
CALL(left_taken) {
    int n = 0;
    return ioctl(taken, FIONREAD, &n) ? -errno : n;
}
CALL(error_client) { return option(client, SOL_SOCKET, SO_ERROR); }
CALL(error_other) { return option(client, SOL_SOCKET, SO_ERROR); }
CALL(accepts) { return option(listener, SOL_SOCKET, SO_ACCEPTCONN); }
CALL(accepts_client) { return option(client, SOL_SOCKET, SO_ACCEPTCONN); }
CALL(peer_client) {
    struct sockaddr_in a;
    socklen_t n = sizeof a;
    return getpeername(client, (struct sockaddr *)&a, &n) ? -errno : a.sin_port == at.sin_port;
}
CALL(name_client) {
    struct sockaddr_in a;
    socklen_t n = sizeof a;
    return getsockname(client, (struct sockaddr *)&a, &n) ? -errno : a.sin_port != 0;
}
CALL(option_set) { return set_option(listener, SOL_SOCKET, SO_KEEPALIVE, 1); }
CALL(option_get) { return option(listener, SOL_SOCKET, SO_KEEPALIVE); }
CALL(option_set_other) { return set_option(listener, SOL_SOCKET, SO_RCVBUF, 5000); }
CALL(option_get_other) { return option(listener, SOL_SOCKET, SO_RCVBUF); }
CALL(option_of_accepted) {
    int s = accept(ready, 0, 0);
    return s < 0 ? -errno : option(s, SOL_SOCKET, SO_KEEPALIVE);
}
CALL(linger_set) {
    struct linger l = {1, 5};
    return E(setsockopt(client, SOL_SOCKET, SO_LINGER, &l, sizeof l));
}
CALL(linger_get) {
    struct linger l = {0, 0};
    socklen_t n = sizeof l;
    return getsockopt(client, SOL_SOCKET, SO_LINGER, &l, &n) ? -errno : l.l_onoff * 10 + l.l_linger;
}
CALL(timeout_set) {
    struct timeval t = {1, 0};
    return E(setsockopt(udp, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t));
}
CALL(timeout_get) {
    struct timeval t = {0, 0};
    socklen_t n = sizeof t;
    return getsockopt(udp, SOL_SOCKET, SO_RCVTIMEO, &t, &n) ? -errno : (int)t.tv_sec;
}
CALL(udp_send) { return E(sendto(sender, "u", 1, 0, TO(udp_at))); }
CALL(udp_connect) { return E(connect(sender, TO(udp_at))); }
CALL(udp_send_connected) { return E(send(sender, "vv", 2, 0)); }
CALL(udp_receive) {
    char b[3];
    return E(recv(udp, b, 3, 0));
}
CALL(udp_receive_from) {
    char b[3];
    struct sockaddr_in a = {0};
    socklen_t n = sizeof a;
    int r = E(recvfrom(udp, b, 3, 0, (struct sockaddr *)&a, &n));
    return r * 2 + (a.sin_port == udp_at.sin_port);
}
CALL(udp_peek) {
    char b[3];
    return E(recv(udp, b, 3, MSG_PEEK));
}
CALL(udp_poll) { return polled(udp, POLLIN | POLLOUT); }
CALL(udp_poll_in) { return polled(udp, POLLIN); }
CALL(udp_left) {
    int n = 0;
    return ioctl(udp, FIONREAD, &n) ? -errno : n;
}
CALL(udp_close) { return E(close(udp)); }
CALL(udp_name) {
    struct sockaddr_in a;
    socklen_t n = sizeof a;
    return getsockname(sender, (struct sockaddr *)&a, &n) ? -errno : a.sin_port != 0;
}
CALL(udp_bind_same) { return E(bind(socket(AF_INET, SOCK_DGRAM, 0), TO(udp_at))); }
CALL(udp_epoll) {
    int s = epoll_create1(0);
    struct epoll_event e = {.events = EPOLLIN | EPOLLOUT | EPOLLET};
    epoll_ctl(s, EPOLL_CTL_ADD, udp, &e);
    int n = E(epoll_wait(s, &e, 1, 0)), first = n > 0 ? (int)e.events : n;
    n = E(epoll_wait(s, &e, 1, 0));
    return first * 100 + (n > 0 ? (int)e.events : n);
}
CALL(local_connect) { return E(connect(local_client, TO(local_at))); }
CALL(local_connect_new) { return E(connect(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0), TO(local_at))); }
CALL(local_accept) { return FD(accept(local, 0, 0)); }
CALL(local_unlink) { return E(unlink("/s")); }
CALL(local_rename) { return E(rename("/s", "/u")); }
CALL(local_bind) { return E(bind(socket(AF_UNIX, SOCK_STREAM, 0), TO(local_at))); }
CALL(local_bind_other) { return E(bind(local_client, TO(other_at))); }
CALL(local_close) { return E(close(local)); }
CALL(local_shut) { return E(shutdown(local, SHUT_RDWR)); }
CALL(local_poll) { return polled(local, POLLIN | POLLOUT); }
CALL(local_poll_client) { return polled(local_client, POLLIN | POLLOUT); }
CALL(local_send) { return E(send(local_client, "l", 1, 0)); }
CALL(local_stat) {
    struct stat s;
    return stat("/s", &s) ? -errno : (int)(s.st_mode >> 12);
}
CALL(local_name) {
    struct sockaddr_un a;
    socklen_t n = sizeof a;
    return getsockname(local_client, (struct sockaddr *)&a, &n) ? -errno : (int)n;
}
CALL(names_send) { return E(sendto(names_client, "n", 1, 0, TO(names_at))); }
CALL(names_connect) { return E(connect(names_client, TO(names_at))); }
CALL(names_send_connected) { return E(send(names_client, "oo", 2, 0)); }
CALL(names_receive) {
    char b[3];
    return E(recv(names, b, 3, 0));
}
CALL(names_poll) { return polled(names, POLLIN | POLLOUT); }
CALL(names_close) { return E(close(names)); }
CALL(names_unlink) { return E(unlink("/t")); }
CALL(names_bind) { return E(bind(names_client, TO(other_at))); }
CALL(nonblocking_off) { return E(fcntl(listener, F_SETFL, 0)); }
CALL(fionbio) {
    int v = 0;
    return E(ioctl(udp, FIONBIO, &v));
}
