/* Options of sockets are known by their level and number, and have types of their own. */
/* expect: safe */
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int number(int s, int level, int name) {
    int value = -1;
    socklen_t n = sizeof value;
    assert(getsockopt(s, level, name, &value, &n) == 0 && n == sizeof value);
    return value;
}

int main(void) {
    int s = socket(AF_INET6, SOCK_STREAM, 0), one = 1, many = 77;
    struct linger l;
    socklen_t n = sizeof l;
    assert(getsockopt(s, SOL_SOCKET, SO_LINGER, &l, &n) == 0 && n == 8 && !l.l_onoff && !l.l_linger);
    l = (struct linger){1, 5};
    assert(setsockopt(s, SOL_SOCKET, SO_LINGER, &l, 4) == -1 && errno == EINVAL);
    assert(setsockopt(s, SOL_SOCKET, SO_LINGER, &l, sizeof l) == 0);
    memset(&l, 0, sizeof l);
    assert(getsockopt(s, SOL_SOCKET, SO_LINGER, &l, &n) == 0 && l.l_onoff == 1 && l.l_linger == 5);
    assert(setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &many, sizeof many) == 0);
    assert(number(s, SOL_SOCKET, SO_REUSEADDR) == 1 && number(s, IPPROTO_IPV6, IPV6_V6ONLY) == 0);
    struct timeval t = {3, 500000}, bad = {0, 1000000};
    n = sizeof t;
    assert(setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &bad, sizeof bad) == -1 && errno == EDOM);
    assert(setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t) == 0);
    memset(&t, 0, sizeof t);
    assert(getsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &t, &n) == 0 && n == sizeof t);
    assert(t.tv_sec == 3 && t.tv_usec == 500000);
    assert(getsockopt(s, SOL_SOCKET, SO_SNDTIMEO, &t, &n) == 0 && !t.tv_sec && !t.tv_usec);
    assert(number(s, SOL_SOCKET, SO_TYPE) == SOCK_STREAM && number(s, SOL_SOCKET, SO_ERROR) == 0);
    assert(number(s, SOL_SOCKET, SO_ACCEPTCONN) == 0 && number(s, SOL_SOCKET, SO_PROTOCOL) == IPPROTO_TCP);
    assert(listen(s, 1) == 0 && number(s, SOL_SOCKET, SO_ACCEPTCONN) == 1);
    assert(number(s, IPPROTO_TCP, TCP_NODELAY) == 0 && number(s, IPPROTO_TCP, TCP_KEEPIDLE) == 7200);
    assert(setsockopt(s, IPPROTO_TCP, TCP_KEEPCNT, &(int){0}, 4) == -1 && errno == EINVAL);
    assert(setsockopt(s, SOL_SOCKET, 9999, &one, 4) == -1 && errno == ENOPROTOOPT);
    assert(setsockopt(s, 77, 1, &one, 4) == -1 && errno == ENOPROTOOPT);
    assert(setsockopt(s, SOL_SOCKET, SO_TYPE, &one, 4) == -1 && errno == ENOPROTOOPT);
    int u = socket(AF_UNIX, SOCK_STREAM, 0), d = socket(AF_INET, SOCK_DGRAM, 0);
    assert(setsockopt(u, IPPROTO_TCP, TCP_NODELAY, &one, 4) == -1 && errno == EOPNOTSUPP);
    assert(setsockopt(d, IPPROTO_TCP, TCP_NODELAY, &one, 4) == -1 && errno == ENOPROTOOPT);
    assert(setsockopt(d, IPPROTO_IPV6, IPV6_V6ONLY, &one, 4) == -1 && errno == ENOPROTOOPT);
    return 0;
}
