/*
 * memcached_peer.c — a client of memcached, as one more thread of the process: it comes as soon as the server
 * listens, sends one packet, then the command to shut down, and reads what there is to read.
 *
 * -DCOMMANDS='"get a\r\n"' is a packet; without it -DPACKET=N symbolic bytes are (default: 20).
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <heddle/heddle.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef PACKET
#define PACKET 20
#endif

static void *peer(void *arg) {
    struct sockaddr_in server = {
        .sin_family = AF_INET, .sin_port = htons(11211), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char answer[512];
    int s = socket(AF_INET, SOCK_STREAM, 0);
    connect(s, (struct sockaddr *)&server, sizeof server);
#ifdef COMMANDS
    send(s, COMMANDS, sizeof COMMANDS - 1, 0);
#else
    char packet[PACKET];
    heddle_symbolic(packet, sizeof packet, "packet");
    send(s, packet, sizeof packet, 0);
#endif
    send(s, "\r\nshutdown\r\n", 12, 0);
    while (recv(s, answer, sizeof answer, 0) > 0) {}
    close(s);
    return arg;
}

/* Stands for libc's function of this name: the first call starts the client. */
int listen(int fd, int backlog) {
    static int started;
    int result = (int)syscall(SYS_listen, fd, backlog);
    pthread_t thread;
    if (!result && !started++ && pthread_create(&thread, NULL, peer, NULL) == 0) pthread_detach(thread);
    return result;
}
