/* Sockets: names, states, shutdown, backlogs, what poll tells, peers, linger, and the order of errors. */
#include "line.h"
#include "looks.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

static char bytes[100000];
static struct sockaddr_in local;
static socklen_t length;

static int flag(int fd, int level, int name) {
    int x = -7;
    socklen_t n = sizeof x;
    return getsockopt(fd, level, name, &x, &n) ? -1 : x;
}
static int name_to_local(int fd) {
    length = sizeof local;
    return getsockname(fd, (struct sockaddr *)&local, &length);
}
#define LOCAL (struct sockaddr *)&local, sizeof local
#define ALL (POLLIN | POLLOUT | POLLPRI | POLLRDHUP)

static void making(void) {
    LINE(socket(99, SOCK_STREAM, 0));
    LINE(socket(AF_INET, 99, 0));
    LINE(socket(AF_INET, SOCK_STREAM, IPPROTO_UDP));
    LINE(socket(AF_INET, SOCK_DGRAM, IPPROTO_TCP));
    LINE(socket(AF_UNIX, SOCK_STREAM, 99));
    LINE(socketpair(AF_INET, SOCK_STREAM, 0, (int[2]){0}));
    LINE(socketpair(AF_UNIX, 99, 0, (int[2]){0}));
    int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP);
    LINE(fcntl(s, F_GETFL));
    LINE(fcntl(s, F_GETFD));
    struct stat st;
    LINE(fstat(s, &st));
    LINE_AS("type in the mode", st.st_mode & S_IFMT);
    LINE(lseek(s, 0, SEEK_CUR));
    LINE(pread(s, bytes, 1, 0));
    LINE(fsync(s));
    LINE(polled(s, ALL));
    LINE(recv(s, bytes, 1, 0));
    LINE(read(s, bytes, 1));
    LINE(send(s, bytes, 1, MSG_NOSIGNAL));
    LINE(shutdown(s, SHUT_WR));
    LINE(shutdown(s, 99));
    LINE(shutdown(99, 0));
    LINE(shutdown(0, 99));
    LINE(listen(99, 1));
    LINE(accept(s, NULL, NULL));
    LINE(getpeername(s, (struct sockaddr *)&local, &(socklen_t){sizeof local}));
    LINE(name_to_local(s));
    LINE_AS("port of a new socket", ntohs(local.sin_port));
    LINE_AS("length of its name", length);
    LINE(bind(s, (struct sockaddr *)&local, 1));
    LINE(bind(s, (struct sockaddr *)&(struct sockaddr_un){AF_UNIX, "x"}, sizeof(struct sockaddr_un)));
    LINE(bind(99, LOCAL));
    LINE(bind(0, LOCAL));
    local = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x08080808)};
    LINE(bind(s, LOCAL));
    local.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    LINE(bind(s, LOCAL));
    LINE(bind(s, LOCAL));
    LINE(name_to_local(s));
    LINE_AS("has a port", local.sin_port != 0);
    int t = socket(AF_INET, SOCK_STREAM, 0);
    LINE(bind(t, LOCAL));
    LINE(listen(s, 1));
    LINE(flag(s, SOL_SOCKET, SO_ACCEPTCONN));
    LINE(polled(s, ALL));
    LINE(accept(s, NULL, NULL));
    LINE(connect(s, LOCAL));
    LINE(accept4(s, NULL, NULL, 0x10));
    LINE(connect(99, LOCAL));
    LINE(connect(t, (struct sockaddr *)&local, 1));
    LINE(close(s));
    LINE(connect(t, LOCAL));
    LINE(flag(t, SOL_SOCKET, SO_ERROR));
    LINE(close(t));
}

static void connection(void) {
    int l = socket(AF_INET, SOCK_STREAM, 0), c = socket(AF_INET, SOCK_STREAM, 0);
    local = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    LINE(bind(l, LOCAL));
    LINE(listen(l, 5));
    LINE(name_to_local(l));
    LINE(connect(c, LOCAL));
    LINE(connect(c, LOCAL));
    LINE(listen(c, 1));
    LINE(bind(c, LOCAL));
    LINE(polled(l, ALL));
    int s = accept(l, (struct sockaddr *)&local, &length);
    LINE_AS("length of the peer", length);
    LINE_AS("address of the peer", ntohl(local.sin_addr.s_addr) == INADDR_LOOPBACK);
    LINE(polled(s, ALL));
    LINE(waiting(s));
    LINE(recv(s, bytes, 1, MSG_DONTWAIT));
    LINE(send(c, "hello", 5, 0));
    usleep(10000);
    LINE(polled(s, ALL));
    LINE(waiting(s));
    LINE(recv(s, bytes, 3, MSG_PEEK));
    LINE(recv(s, bytes, 2, 0));
    LINE(waiting(s));
    LINE(recv(s, bytes, 9, MSG_TRUNC));
    LINE(recv(s, bytes, 0, MSG_DONTWAIT));
    LINE(send(c, bytes, 0, 0));
    LINE(recvfrom(s, bytes, 0, MSG_DONTWAIT, NULL, NULL));
    LINE(accept(c, NULL, NULL));
    LINE(shutdown(c, SHUT_WR));
    LINE(send(c, "x", 1, MSG_NOSIGNAL));
    usleep(10000);
    LINE(polled(s, ALL));
    LINE(polled(c, ALL));
    LINE(recv(s, bytes, 1, 0));
    LINE(recv(s, bytes, 1, 0));
    LINE(send(s, "back", 4, 0));
    usleep(10000);
    LINE(polled(c, ALL));
    LINE(recv(c, bytes, 9, 0));
    LINE(shutdown(s, SHUT_RDWR));
    usleep(10000);
    LINE(polled(s, ALL));
    LINE(polled(c, ALL));
    LINE(polled(c, 0));
    LINE(recv(c, bytes, 9, 0));
    LINE(shutdown(s, SHUT_RD));
    LINE(close(s));
    LINE(close(c));
    LINE(shutdown(l, SHUT_RD));
    LINE(close(l));
}

static void statistics(void) {
    int l = socket(AF_INET, SOCK_STREAM, 0), c = socket(AF_INET, SOCK_STREAM, 0);
    struct tcp_info info = {0};
    struct linger none = {1, 0};
    socklen_t n = sizeof info;
    local = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    LINE(bind(l, LOCAL));
    LINE(getsockopt(l, IPPROTO_TCP, TCP_INFO, &info, &n));
    LINE_AS("state of a closed one", info.tcpi_state);
    LINE(listen(l, 5));
    n = sizeof info;
    LINE(getsockopt(l, IPPROTO_TCP, TCP_INFO, &info, &n));
    LINE_AS("state of a listening one", info.tcpi_state);
    LINE(name_to_local(l));
    LINE(connect(c, LOCAL));
    n = sizeof info;
    LINE(getsockopt(c, IPPROTO_TCP, TCP_INFO, &info, &n));
    LINE_AS("state of a connected one", info.tcpi_state);
    n = 1;
    LINE(getsockopt(c, IPPROTO_TCP, TCP_INFO, &info, &n));
    LINE_AS("length", n);
    LINE(setsockopt(c, IPPROTO_TCP, TCP_INFO, &info, sizeof info));
    int s = accept(l, NULL, NULL);
    LINE(setsockopt(c, SOL_SOCKET, SO_LINGER, &none, sizeof none));
    LINE(close(c));
    usleep(10000);
    LINE(polled(s, ALL));
    LINE(flag(s, SOL_SOCKET, SO_ERROR));
    LINE(flag(s, SOL_SOCKET, SO_ERROR));
    LINE(recv(s, bytes, 1, 0));
    LINE(send(s, bytes, 1, MSG_NOSIGNAL));
    LINE(close(s));
    c = socket(AF_INET, SOCK_STREAM, 0);
    LINE(connect(c, LOCAL));
    s = accept(l, NULL, NULL);
    LINE(setsockopt(c, SOL_SOCKET, SO_LINGER, &none, sizeof none));
    LINE(close(c));
    usleep(10000);
    LINE(recv(s, bytes, 1, 0));
    LINE(recv(s, bytes, 1, 0));
    LINE(send(s, bytes, 1, MSG_NOSIGNAL));
    LINE(close(s));
    LINE(close(l));
}

static void pairs(void) {
    int p[2];
    LINE(socketpair(AF_UNIX, SOCK_STREAM, 0, p));
    LINE(polled(p[0], ALL));
    LINE(send(p[0], "abc", 3, 0));
    LINE(waiting(p[1]));
    LINE(recv(p[1], bytes, 2, MSG_PEEK));
    LINE(recv(p[1], bytes, 9, MSG_DONTWAIT));
    LINE(recv(p[1], bytes, 9, MSG_DONTWAIT));
    struct sockaddr_un un;
    socklen_t n = sizeof un;
    LINE(getsockname(p[0], (struct sockaddr *)&un, &n));
    LINE_AS("length of its name", n);
    n = sizeof un;
    LINE(getpeername(p[0], (struct sockaddr *)&un, &n));
    LINE_AS("length of the peer's", n);
    struct {
        int pid, uid, gid;
    } peer = {-7, -7, -7};
    n = sizeof peer;
    LINE(getsockopt(p[0], SOL_SOCKET, SO_PEERCRED, &peer, &n));
    LINE_AS("length", n);
    LINE_AS("own process", peer.pid == getpid());
    LINE_AS("own user", peer.uid == (int)getuid());
    n = 4;
    LINE(getsockopt(p[0], SOL_SOCKET, SO_PEERCRED, &peer, &n));
    LINE(setsockopt(p[0], SOL_SOCKET, SO_PEERCRED, &peer, sizeof peer));
    LINE(shutdown(p[0], SHUT_RD));
    LINE(polled(p[0], ALL));
    LINE(recv(p[0], bytes, 1, 0));
    LINE(send(p[1], bytes, 1, MSG_NOSIGNAL));
    LINE(send(p[0], bytes, 1, 0));
    LINE(close(p[0]));
    LINE(polled(p[1], ALL));
    LINE(recv(p[1], bytes, 9, 0));
    LINE(recv(p[1], bytes, 9, 0));
    LINE(send(p[1], bytes, 1, MSG_NOSIGNAL));
    LINE(close(p[1]));
}

static void named(void) {
    struct sockaddr_un a = {AF_UNIX, "name"}, none = {AF_UNIX, "missing"};
    int l = socket(AF_UNIX, SOCK_STREAM, 0), c = socket(AF_UNIX, SOCK_STREAM, 0),
        d = socket(AF_UNIX, SOCK_DGRAM, 0);
    struct stat st;
    LINE(listen(l, 1));
    LINE(connect(c, (struct sockaddr *)&none, sizeof none));
    LINE(bind(l, (struct sockaddr *)&a, sizeof a));
    LINE(bind(l, (struct sockaddr *)&none, sizeof none));
    LINE(bind(c, (struct sockaddr *)&a, sizeof a));
    LINE(connect(c, (struct sockaddr *)&a, sizeof a));
    LINE(connect(d, (struct sockaddr *)&a, sizeof a));
    LINE(stat("name", &st));
    LINE_AS("type", st.st_mode & S_IFMT);
    LINE(open("name", O_RDONLY));
    LINE(listen(l, 0));
    LINE(fcntl(c, F_SETFL, O_NONBLOCK));
    LINE(connect(c, (struct sockaddr *)&a, sizeof a));
    int e = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    LINE(connect(e, (struct sockaddr *)&a, sizeof a));
    LINE(polled(l, ALL));
    int s = accept(l, NULL, NULL);
    LINE(connect(e, (struct sockaddr *)&a, sizeof a));
    LINE(unlink("name"));
    LINE(connect(d, (struct sockaddr *)&a, sizeof a));
    LINE(close(l));
    LINE(polled(e, ALL));
    LINE(recv(e, bytes, 1, 0));
    LINE(close(s));
    LINE(sendto(d, "x", 1, 0, (struct sockaddr *)&none, sizeof none));
    LINE(send(d, "x", 1, 0));
    LINE(recv(d, bytes, 1, MSG_DONTWAIT));
    LINE(listen(d, 1));
    LINE(accept(d, NULL, NULL));
}

static void datagrams(void) {
    int a = socket(AF_INET, SOCK_DGRAM, 0), b = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    struct timeval t = {0, 1000}, bad = {0, 2000000}, negative = {-1, 0};
    local = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    LINE(polled(a, ALL));
    LINE(listen(a, 1));
    LINE(accept(a, NULL, NULL));
    LINE(send(b, "x", 1, 0));
    LINE(bind(a, LOCAL));
    LINE(name_to_local(a));
    LINE(sendto(b, "hello", 5, 0, LOCAL));
    LINE(sendto(b, "hello", 5, 0, (struct sockaddr *)&local, 3));
    LINE(sendto(b, bytes, 65508, 0, LOCAL));
    LINE(sendto(b, bytes, 0, 0, LOCAL));
    usleep(10000);
    LINE(waiting(a));
    LINE(polled(a, ALL));
    LINE(recv(a, bytes, 3, MSG_TRUNC));
    LINE(recv(a, bytes, 3, 0));
    LINE(recv(a, bytes, 3, MSG_DONTWAIT));
    LINE(recv(b, bytes, 3, 0));
    LINE(connect(b, LOCAL));
    LINE(getpeername(b, (struct sockaddr *)&local, &(socklen_t){sizeof local}));
    LINE(connect(b, (struct sockaddr *)&(struct sockaddr){AF_UNSPEC}, sizeof(struct sockaddr)));
    LINE(getpeername(b, (struct sockaddr *)&local, &(socklen_t){sizeof local}));
    LINE(shutdown(b, SHUT_RD));
    LINE(setsockopt(a, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t));
    LINE(setsockopt(a, SOL_SOCKET, SO_RCVTIMEO, &bad, sizeof bad));
    LINE(recv(a, bytes, 3, 0));
    LINE(setsockopt(a, SOL_SOCKET, SO_RCVTIMEO, &negative, sizeof negative));
    LINE(recv(a, bytes, 3, MSG_DONTWAIT));
}

/* What a name tells of which nobody has a socket any more, or one of another type, or that is no socket. */
static int reach(int type, const char *path) {
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    int s = socket(AF_UNIX, type, 0);
    strcpy(a.sun_path, path);
    int result = connect(s, (struct sockaddr *)&a, sizeof a), error = errno;
    close(s);
    errno = error;
    return result;
}
static void reaching(void) {
    struct sockaddr_un a = {.sun_family = AF_UNIX, .sun_path = "reached"};
    int s = socket(AF_UNIX, SOCK_STREAM, 0), d = socket(AF_UNIX, SOCK_DGRAM, 0);
    bind(s, (struct sockaddr *)&a, sizeof a);
    strcpy(a.sun_path, "datagrams");
    bind(d, (struct sockaddr *)&a, sizeof a);
    close(open("plain", O_RDWR | O_CREAT, 0600));
    LINE(reach(SOCK_STREAM, "reached"));
    LINE(reach(SOCK_DGRAM, "reached"));
    LINE(reach(SOCK_STREAM, "datagrams"));
    LINE(reach(SOCK_SEQPACKET, "datagrams"));
    LINE(reach(SOCK_STREAM, "plain"));
    LINE(reach(SOCK_DGRAM, "plain"));
    LINE(reach(SOCK_STREAM, "plain/x"));
    LINE(reach(SOCK_STREAM, "missing"));
    LINE(reach(SOCK_DGRAM, "missing"));
    LINE(reach(SOCK_DGRAM, "datagrams"));
    close(s);
    close(d);
    LINE(reach(SOCK_STREAM, "reached"));
    LINE(reach(SOCK_DGRAM, "datagrams"));
    LINE(reach(SOCK_STREAM, "datagrams"));
    unlink("reached");
    unlink("datagrams");
    unlink("plain");
    LINE(reach(SOCK_STREAM, "reached"));
}

/* A pair of connected sockets: a Unix pair of the type, or of TCP where the type is 0. */
static void connect_pair(int type, int *p) {
    if (type) {
        LINE(socketpair(AF_UNIX, type, 0, p));
        return;
    }
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof a;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    LINE(bind(listener, (void *)&a, size) + listen(listener, 1));
    getsockname(listener, (void *)&a, &size);
    p[0] = socket(AF_INET, SOCK_STREAM, 0);
    LINE(connect(p[0], (void *)&a, size));
    p[1] = accept(listener, 0, 0);
    close(listener);
}
static void close_pair(const int *p) {
    close(p[0]);
    close(p[1]);
}

/* Sends no bytes, to connections that were shut down or closed. */
static void nothing_sent(void) {
    static const int types[] = {SOCK_STREAM, SOCK_SEQPACKET, 0};
    for (unsigned k = 0; k < 3; k++) {
        int p[2];
        connect_pair(types[k], p);
        LINE(send(p[0], "", 0, 0));
        LINE(shutdown(p[0], SHUT_WR));
        LINE(send(p[0], "", 0, 0));
        LINE(write(p[0], "", 0));
        close_pair(p);
        connect_pair(types[k], p);
        LINE(shutdown(p[1], SHUT_WR));
        LINE(send(p[0], "", 0, 0));
        LINE(shutdown(p[1], SHUT_RD));
        LINE(send(p[0], "", 0, 0));
        close_pair(p);
        connect_pair(types[k], p);
        LINE(close(p[1]));
        LINE(send(p[0], "", 0, MSG_NOSIGNAL));
        LINE(write(p[0], "", 0));
        close(p[0]);
    }
}

/* The peer of a pair for datagrams has gone: what it sent is there until a send fails. */
static void messages_lost(void) {
    int p[2];
    connect_pair(SOCK_DGRAM, p);
    LINE(send(p[1], "abc", 3, 0) + send(p[1], "de", 2, 0));
    LINE(close(p[1]));
    LINE(recv(p[0], bytes, 9, MSG_DONTWAIT));
    LINE(send(p[0], "x", 1, 0));
    LINE(recv(p[0], bytes, 9, MSG_DONTWAIT));
    LINE(send(p[0], "x", 1, 0));
    LINE(poll(&(struct pollfd){.fd = p[0], .events = POLLIN}, 1, 0));
    close(p[0]);
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    making();
    connection();
    statistics();
    pairs();
    named();
    datagrams();
    reaching();
    nothing_sent();
    messages_lost();
}
