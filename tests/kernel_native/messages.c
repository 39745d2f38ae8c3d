/* Pairs of sockets for messages, and connections that keep them apart: sizes, ends, what is looked at. */
#include "line.h"
#include "looks.h"
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define ALL (POLLIN | POLLOUT | POLLPRI | POLLRDHUP)
static char bytes[64], much[300000];
static int signals;
static void count(int number) { signals++; }

static int left(int fd) {
    int n = -1;
    return ioctl(fd, FIONREAD, &n) ? -1 : n;
}
static int option(int fd, int name) {
    int value = -1;
    return getsockopt(fd, SOL_SOCKET, name, &value, &(socklen_t){sizeof value}) ? -1 : value;
}
/* What a message is and whether it was cut off. */
static int message(int fd, long room, int flags) {
    struct iovec v[2] = {{bytes, (size_t)(room > 2 ? 2 : room)},
                         {bytes + 2, (size_t)(room > 2 ? room - 2 : 0)}};
    struct msghdr m = {.msg_iov = v, .msg_iovlen = 2};
    long n = recvmsg(fd, &m, flags | MSG_DONTWAIT);
    return n < 0 ? (int)n : (int)(n * 1000 + (m.msg_flags & (MSG_TRUNC | MSG_CTRUNC)));
}

static void exchange(int a, int b) {
    LINE(polled(a, ALL));
    LINE(recv(a, bytes, 4, MSG_DONTWAIT));
    LINE(write(a, "one", 3));
    LINE(send(a, "second", 6, 0));
    LINE(write(a, "third", 5));
    LINE(polled(b, ALL));
    LINE(read(b, bytes, sizeof bytes));
    LINE(recv(b, bytes, 4, MSG_PEEK));
    LINE(recv(b, bytes, 60, MSG_PEEK));
    LINE(recv(b, bytes, 2, MSG_PEEK | MSG_TRUNC));
    LINE(read(b, bytes, 4));
    LINE(memcmp(bytes, "seco", 4));
    LINE(recv(b, bytes, sizeof bytes, MSG_WAITALL));
    LINE(recv(b, bytes, sizeof bytes, MSG_DONTWAIT));
    LINE(send(a, "", 0, 0));
    LINE(send(a, "x", 1, MSG_EOR));
    LINE(polled(b, POLLIN));
    LINE(recv(b, bytes, 4, MSG_DONTWAIT));
    LINE(recv(b, bytes, 4, MSG_DONTWAIT));
    LINE(recv(b, bytes, 4, MSG_DONTWAIT));
    LINE(writev(a, (struct iovec[]){{"abc", 3}, {"de", 2}}, 2));
    LINE(sendmsg(a, &(struct msghdr){.msg_iov = (struct iovec[]){{"f", 1}, {"gh", 2}}, .msg_iovlen = 2}, 0));
    LINE(message(b, 3, 0));
    LINE(memcmp(bytes, "abc", 3));
    LINE(message(b, 3, MSG_PEEK));
    LINE(message(b, 2, MSG_TRUNC));
    LINE(message(b, 9, 0));
    LINE(send(a, much, 70000, MSG_DONTWAIT));
    LINE(recv(b, much, sizeof much, 0));
    LINE(send(a, much, sizeof much, MSG_DONTWAIT));
    LINE(send(b, "back", 4, 0));
    LINE(recvfrom(a, bytes, sizeof bytes, 0, 0, 0));
    LINE(option(a, SO_TYPE));
    LINE(option(a, SO_ACCEPTCONN));
    LINE(listen(a, 1));
    LINE(accept(a, 0, 0));
}

static void ends(int a, int b, int type) {
    LINE(write(a, "last", 4));
    LINE(close(a));
    LINE(polled(b, ALL));
    LINE(recv(b, bytes, 9, MSG_DONTWAIT));
    LINE(recv(b, bytes, 9, MSG_DONTWAIT));
    LINE(polled(b, ALL));
    LINE(write(b, "x", 1));
    LINE_AS("signals", signals);
    LINE(write(b, "x", 1));
    LINE(send(b, "x", 1, MSG_NOSIGNAL));
    LINE_AS("signals", signals);
    LINE(close(b));
    int p[2];
    LINE(socketpair(AF_UNIX, type, 0, p));
    LINE(write(p[0], "last", 4));
    LINE(shutdown(p[0], SHUT_WR));
    LINE(polled(p[1], ALL));
    LINE(recv(p[1], bytes, 9, MSG_DONTWAIT));
    LINE(recv(p[1], bytes, 9, MSG_DONTWAIT));
    LINE(write(p[0], "x", 1));
    LINE_AS("signals", signals);
    LINE(write(p[1], "y", 1));
    LINE(recv(p[0], bytes, 9, 0));
    LINE(close(p[0]));
    LINE(close(p[1]));
    LINE(socketpair(AF_UNIX, type, 0, p));
    LINE(shutdown(p[0], SHUT_RD));
    LINE(write(p[1], "x", 1));
    LINE_AS("signals", signals);
    LINE(recv(p[0], bytes, 9, MSG_DONTWAIT));
    LINE(close(p[0]));
    LINE(close(p[1]));
}

int main(void) {
    int p[2];
    signal(SIGPIPE, count);
    LINE(socketpair(AF_UNIX, SOCK_DGRAM, 0, p));
    exchange(p[0], p[1]);
    ends(p[0], p[1], SOCK_DGRAM);
    LINE(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, p));
    exchange(p[0], p[1]);
    ends(p[0], p[1], SOCK_SEQPACKET);

    struct sockaddr_un u = {.sun_family = AF_UNIX, .sun_path = "messages"};
    int s = socket(AF_UNIX, SOCK_SEQPACKET, 0), c = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    LINE(bind(s, (void *)&u, sizeof u));
    LINE(listen(s, 2));
    LINE(connect(c, (void *)&u, sizeof u));
    int other = accept(s, 0, 0);
    exchange(c, other);
    ends(c, other, SOCK_SEQPACKET);
}
