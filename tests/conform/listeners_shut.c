/* Listening sockets that are shut down while another thread waits for them. explored by: por */
#define _GNU_SOURCE
#include <sys/socket.h>
#include <netinet/in.h>
#include <sys/un.h>
#include <sys/epoll.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <errno.h>
#include <unistd.h>
#include <fcntl.h>
static int l, how;
static void *acc(void *a) {
    errno = 0; int r, e; struct pollfd p = {l, POLLIN, 0}; struct epoll_event ev = {.events = EPOLLIN}, out;
    if (how == 0) { r = accept(l, 0, 0); e = errno; printf("accept %d %s\n", r, strerror(e)); }
    if (how == 1) { r = poll(&p, 1, -1); printf("poll %d %x\n", r, p.revents); r = accept(l, 0, 0); e = errno; printf("then accept %d %s\n", r, strerror(e)); }
    if (how == 2) { int ep = epoll_create1(0); epoll_ctl(ep, EPOLL_CTL_ADD, l, &ev); r = epoll_wait(ep, &out, 1, -1); printf("epoll %d %x\n", r, out.events); close(ep); }
    if (how == 3) { fd_set f; FD_ZERO(&f); FD_SET(l, &f); r = select(l + 1, &f, 0, 0, 0); printf("select %d %d\n", r, FD_ISSET(l, &f)); }
    return 0;
}
int main(void) {
    setvbuf(stdout, 0, _IONBF, 0);
    for (int unx = 0; unx < 2; unx++) for (how = 0; how < 4; how++) {
        struct sockaddr_in in = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}; struct sockaddr_un un = {AF_UNIX, "/tmp/hshut.sock"}; socklen_t n = sizeof in;
        l = socket(unx ? AF_UNIX : AF_INET, SOCK_STREAM, 0); if (unx) unlink(un.sun_path); if (bind(l, unx ? (void *)&un : (void *)&in, unx ? sizeof un : sizeof in) || listen(l, 5)) puts(strerror(errno)); if (!unx) getsockname(l, (void *)&in, &n);
        pthread_t t; pthread_create(&t, 0, acc, 0);
        int r = shutdown(l, how & 1 ? SHUT_RD : SHUT_RDWR); pthread_join(t, 0);
        printf("%d %d: shutdown %d\n", unx, how, r); errno = 0; r = shutdown(l, SHUT_RDWR); int e = errno; printf("again %d %s\n", r, strerror(e));
        int c = socket(unx ? AF_UNIX : AF_INET, SOCK_STREAM, 0); errno = 0; r = connect(c, unx ? (void *)&un : (void *)&in, unx ? sizeof un : sizeof in); e = errno; printf("connect %d %s\n", r, strerror(e)); close(c);
        errno = 0; r = listen(l, 5); e = errno; printf("listen again %d %s\n", r, strerror(e)); close(l);
    }
    unlink("/tmp/hshut.sock");
    int s = socket(AF_INET, SOCK_STREAM, 0); errno = 0; int r = shutdown(s, SHUT_RD); int e = errno; printf("unconnected %d %s\n", r, strerror(e)); errno = 0; r = shutdown(s, 99); e = errno; printf("%d %s\n", r, strerror(e)); errno = 0; r = shutdown(999, 0); e = errno; printf("%d %s\n", r, strerror(e)); errno = 0; r = shutdown(1, 0); e = errno; printf("%d %s\n", r, strerror(e));
    return 0;
}
