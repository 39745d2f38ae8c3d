/* Connecting to a full backlog without waiting: TCP is in progress (and only its time-out is explored), a
   Unix socket is told to try again. */
/* expect: incomplete */
/* incomplete: a connection in progress, for which the listening socket had no room, was not taken up later */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
    struct sockaddr_in a = {AF_INET, htons(18833), {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_un u = {AF_UNIX, "socket"};
    int l = socket(AF_INET, SOCK_STREAM, 0), s, error = -1;
    socklen_t n = sizeof error;
    bind(l, (void *)&a, sizeof a);
    listen(l, 0);
    assert(connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&a, sizeof a) == 0);
    s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    assert(connect(s, (void *)&a, sizeof a) == -1 && errno == EINPROGRESS);
    struct pollfd p = {s, POLLOUT, 0};
    assert(poll(&p, 1, -1) == 1 && p.revents == (POLLOUT | POLLERR | POLLHUP));
    assert(getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &n) == 0 && error == ETIMEDOUT);
    assert(getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &n) == 0 && error == 0);
    l = socket(AF_UNIX, SOCK_STREAM, 0);
    bind(l, (void *)&u, sizeof u);
    listen(l, 0);
    assert(connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&u, sizeof u) == 0);
    s = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    assert(connect(s, (void *)&u, sizeof u) == -1 && errno == EAGAIN);
    return 0;
}
