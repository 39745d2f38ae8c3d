/* Sockets over loopback: TCP, UDP and Unix, names and options. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define SHOW(e) show(#e, e)
static void show(const char *what, long result) {
    if (result < 0)
        printf("%s = %ld %s\n", what, result, strerror(errno));
    else
        printf("%s = %ld\n", what, result);
}
static struct sockaddr_in address;
/* Told when the thread is joined, or the order of output would be anyone's. */
static char told[200];
static void *client(void *arg) {
    int s = socket(AF_INET, SOCK_STREAM, 0);
    char b[50];
    if (connect(s, (struct sockaddr *)&address, sizeof address)) printf("client: %s\n", strerror(errno));
    send(s, "ping", 4, 0);
    ssize_t n = recv(s, b, 4, MSG_WAITALL);
    snprintf(told, sizeof told, "client got %zd %.4s\n", n, b);
    shutdown(s, SHUT_WR);
    n = recv(s, b, sizeof b, MSG_WAITALL);
    snprintf(told + strlen(told), sizeof told - strlen(told), "client got %zd %.3s\n", n, b);
    close(s);
    return arg;
}
static void *datagrams(void *arg) {
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    connect(s, (struct sockaddr *)&address, sizeof address);
    send(s, "first", 5, 0);
    send(s, "second", 6, 0);
    close(s);
    return arg;
}

int main(void) {
    char b[100];
    pthread_t t;
    socklen_t n = sizeof address;
    int one = 1, value = 0;
    signal(SIGPIPE, SIG_IGN);
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    SHOW(setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one));
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    SHOW(bind(listener, (struct sockaddr *)&address, sizeof address));
    SHOW(getsockname(listener, (struct sockaddr *)&address, &n));
    printf("port %d\n", ntohs(address.sin_port) > 1024);
    int lost = socket(AF_INET, SOCK_STREAM, 0);
    SHOW(connect(lost, (struct sockaddr *)&address, sizeof address));
    SHOW(send(lost, "x", 1, 0) < 0);
    close(lost);
    SHOW(listen(listener, 5));
    lost = socket(AF_INET, SOCK_STREAM, 0);
    SHOW(bind(lost, (struct sockaddr *)&address, sizeof address));
    close(lost);
    fcntl(listener, F_SETFL, O_NONBLOCK);
    SHOW(accept(listener, 0, 0));
    fcntl(listener, F_SETFL, 0);
    struct pollfd f = {listener, POLLIN, 0};
    SHOW(poll(&f, 1, 0));
    pthread_create(&t, 0, client, 0);
    SHOW(poll(&f, 1, -1));
    struct sockaddr_in peer;
    n = sizeof peer;
    int s = accept4(listener, (struct sockaddr *)&peer, &n, SOCK_CLOEXEC);
    printf("peer %s %d\n", inet_ntoa(peer.sin_addr), (int)n);
    SHOW(fcntl(s, F_GETFD));
    SHOW(setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one));
    n = sizeof value;
    SHOW(getsockopt(s, SOL_SOCKET, SO_TYPE, &value, &n));
    printf("type %d\n", value);
    SHOW(getsockopt(s, SOL_SOCKET, SO_ERROR, &value, &n));
    printf("error %d\n", value);
    SHOW(recv(s, b, 2, MSG_PEEK));
    SHOW(recv(s, b, 4, MSG_WAITALL));
    printf("%.4s\n", b);
    SHOW(write(s, "pong", 4));
    SHOW(read(s, b, 10));
    struct iovec v[2] = {{"o", 1}, {"ut", 2}};
    struct msghdr m = {.msg_iov = v, .msg_iovlen = 2};
    SHOW(sendmsg(s, &m, 0));
    SHOW(close(s));
    pthread_join(t, 0);
    printf("%s", told);
    close(listener);

    int u = socket(AF_INET, SOCK_DGRAM, 0);
    address.sin_port = 0;
    SHOW(bind(u, (struct sockaddr *)&address, sizeof address));
    n = sizeof address;
    getsockname(u, (struct sockaddr *)&address, &n);
    SHOW(recv(u, b, 10, MSG_DONTWAIT));
    pthread_create(&t, 0, datagrams, 0);
    n = sizeof peer;
    SHOW(recvfrom(u, b, 3, 0, (struct sockaddr *)&peer, &n));
    printf("%.3s from %s\n", b, inet_ntoa(peer.sin_addr));
    SHOW(recv(u, b, 100, 0));
    pthread_join(t, 0);
    close(u);

    int pair[2];
    SHOW(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    SHOW(write(pair[0], "there", 5));
    SHOW(read(pair[1], b, 10));
    SHOW(write(pair[1], "back", 4));
    SHOW(read(pair[0], b, 10));
    f = (struct pollfd){pair[0], POLLIN | POLLOUT, 0};
    SHOW(poll(&f, 1, 0));
    printf("%x\n", f.revents);
    close(pair[1]);
    SHOW(poll(&f, 1, 0));
    printf("%x\n", f.revents & (POLLIN | POLLHUP));
    SHOW(read(pair[0], b, 10));
    SHOW(write(pair[0], "x", 1));
    close(pair[0]);

    char folder[] = "/tmp/heddle-socket-XXXXXX";
    mkdtemp(folder);
    chdir(folder);
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "door"};
    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    s = socket(AF_UNIX, SOCK_STREAM, 0);
    SHOW(connect(s, (struct sockaddr *)&name, sizeof name));
    SHOW(bind(listener, (struct sockaddr *)&name, sizeof name));
    SHOW(connect(s, (struct sockaddr *)&name, sizeof name));
    SHOW(listen(listener, 1));
    SHOW(connect(s, (struct sockaddr *)&name, sizeof name));
    int c = accept(listener, 0, 0);
    SHOW(write(s, "knock", 5));
    SHOW(read(c, b, 10));
    close(s), close(c), close(listener);
    SHOW(unlink("door"));
    chdir("/");
    rmdir(folder);

    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *result;
    SHOW(getaddrinfo("127.0.0.1", "80", &hints, &result));
    printf("%s %d\n", inet_ntoa(((struct sockaddr_in *)result->ai_addr)->sin_addr), ntohs(((struct sockaddr_in *)result->ai_addr)->sin_port));
    freeaddrinfo(result);
    SHOW(getaddrinfo("localhost", "8080", &hints, &result));
    printf("%s\n", inet_ntoa(((struct sockaddr_in *)result->ai_addr)->sin_addr));
    freeaddrinfo(result);
    SHOW(socket(AF_INET, 77, 0));
    SHOW(listen(0, 1));
    s = socket(AF_INET, SOCK_STREAM, 0);
    SHOW(accept(s, 0, 0));
    close(s);
    return 0;
}
