/*
 * server_peer.c — a client of a server, as one more thread of the server's process: it comes as soon as the
 * server listens, sends one packet, then the command to shut down, and reads what there is to read.
 * -DOTHER='"get b\r\n"': another one comes at the same time and sends that.
 *
 * -DCOMMANDS='"get a\r\n"' is a packet, of which -DSYMBOLIC=N makes the byte at N symbolic; without it
 * -DPACKET=N symbolic bytes are (default: 20). -DEND is the command to shut down (default: memcached's).
 * -DSIGNAL=SIGTERM: a signal that the client sends to its process in the end.
 */
#define _GNU_SOURCE
#include <heddle/heddle.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef PACKET
#define PACKET 20
#endif
#ifndef END
#define END "\r\nshutdown\r\n"
#endif

/* Where the server listens. */
static struct sockaddr_storage server;
static socklen_t server_size = sizeof server;

static void send_packet(int s) {
#ifdef COMMANDS
    char packet[] = COMMANDS;
#ifdef SYMBOLIC
    heddle_symbolic(packet + SYMBOLIC, 1, "packet");
#endif
    send(s, packet, sizeof packet - 1, 0);
#else
    char packet[PACKET];
    heddle_symbolic(packet, sizeof packet, "packet");
    send(s, packet, sizeof packet, 0);
#endif
}

static void *peer(void *other) {
    char answer[512];
    /* The client stands for another process: no signal to the server is its own. */
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    int s = socket(server.ss_family, SOCK_STREAM, 0);
    connect(s, (struct sockaddr *)&server, server_size);
#ifdef OTHER
    if (other) send(s, OTHER, sizeof OTHER - 1, 0);
#endif
    if (!other) send_packet(s);
    send(s, END, sizeof END - 1, 0);
    while (recv(s, answer, sizeof answer, 0) > 0) {}
    close(s);
#ifdef SIGNAL
    kill(getpid(), SIGNAL);
#endif
    return other;
}

/* Stands for libc's function of this name: the first call starts the client. */
int listen(int fd, int backlog) {
    static int started;
    int result = (int)syscall(SYS_listen, fd, backlog);
    pthread_t thread;
    if (result || started++ || getsockname(fd, (struct sockaddr *)&server, &server_size)) return result;
    if (pthread_create(&thread, NULL, peer, NULL) == 0) pthread_detach(thread);
#ifdef OTHER
    if (pthread_create(&thread, NULL, peer, &server) == 0) pthread_detach(thread);
#endif
    return result;
}
