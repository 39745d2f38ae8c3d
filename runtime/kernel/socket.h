/*
 * socket.h — what the parts of the emulated sockets share. There are sockets between threads of the
 * process: TCP and UDP over loopback, Unix sockets. A connection is two streams; a listening socket
 * and a datagram socket have a queue.
 */
#ifndef HEDDLE_KERNEL_SOCKET_H
#define HEDDLE_KERNEL_SOCKET_H

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include "kernel.h"

enum { NEW, BOUND, LISTENING, CONNECTED };
enum { SOCKET_OPTIONS = 64 };

struct address {
    unsigned length;
    union {
        struct sockaddr any;
        struct sockaddr_in in;
        struct sockaddr_in6 in6;
        struct sockaddr_un un;
    };
};

struct message {
    struct message *next;
    struct address from;
    long size;
    char data[];
};

struct socket {
    unsigned word; /* of the queue: POLLIN: something waits; POLLOUT: room; POLLHUP: closed */
    unsigned edges;
    int family, type, state;
    struct address local, peer;
    struct stream *in, *out;
    struct message *messages, **last;
    struct socket *waiting, *next; /* connections to be accepted, oldest first */
    int nwaiting, backlog;
    int shut;                    /* was listening, and was shut down: 1 for reading only */
    unsigned long set;           /* which options were set (socket_option.c) */
    int options[SOCKET_OPTIONS]; /* as set: they change nothing here */
    int lingers, linger, only_v6;
    long receive_timeout, send_timeout; /* nanoseconds; 0: none */
    int error;                          /* for SO_ERROR */
    int bound;                          /* among the ports */
    struct socket *next_bound;
    struct inode *inode; /* of a Unix socket with a name in the file system */
    struct file *file;
};

#define QUEUE 64

/* Linux takes up one connection more than was asked for. */
static inline int has_room(const struct socket *listener) {
    return listener->nwaiting <= listener->backlog;
}

/* The state word, after a change of the queue. */
static inline void update(struct socket *s, unsigned happened) {
    unsigned word = 0;
    if (s->waiting || s->messages) word |= POLLIN;
    int idle =
        s->type == SOCK_STREAM && (s->state == NEW || s->state == BOUND); /* nobody will come */
    if (s->shut || idle) word |= POLLHUP;
    if (s->state == LISTENING ? has_room(s) : s->nwaiting < QUEUE) word |= POLLOUT;
    s->word = edge_bits(&s->edges, word, happened);
}

static inline int is_stream(const struct socket *s) {
    return s->type == SOCK_STREAM || s->type == SOCK_SEQPACKET;
}

static inline int nonblocking(const struct file *f, long flags) {
    return f->flags & O_NONBLOCK || flags & MSG_DONTWAIT ? O_NONBLOCK : 0;
}

/* --- open sockets (socket.c) --- */

/* A socket that has no descriptor yet; NULL when memory is exhausted. */
HIDDEN struct socket *__heddle_socket_new(int family, int type);
/* An open file for a socket (NULL: none); `type` as for socket(), with SOCK_NONBLOCK. */
HIDDEN struct file *__heddle_socket_open(struct socket *s, long type);
/* The socket of a descriptor and its open file, or NULL and why. */
HIDDEN struct socket *__heddle_socket_of(long fd, struct file **file, long *error);
#define SOCKET(fd)                                            \
    struct file *file;                                        \
    long error;                                               \
    struct socket *s = __heddle_socket_of(fd, &file, &error); \
    if (!s) return error
/* 0, or -errno where there is no such socket; `type` without flags. */
HIDDEN long __heddle_refuse_socket(int family, int type, int protocol);
/* Connections that nobody will accept. */
HIDDEN void __heddle_drop_waiting(struct socket *waiting);

/* --- addresses (socket_address.c) --- */

/* Sockets that have an address which others can find. */
struct ports {
    unsigned word;
    struct socket *first;
    int ephemeral[256]; /* by thread: how many it has used */
};
extern HIDDEN struct ports __heddle_ports;

/* 0: any; 1: loopback or the address of an interface, of which there is no other; -1: elsewhere. */
HIDDEN int __heddle_place_of(const struct address *a);
/* An address that the program gives for a socket of this family; -errno where it is none. */
HIDDEN long __heddle_take_address(const void *from, long length, int family, struct address *to);
/* An address for the program, which has room for *length bytes; either may be NULL. */
HIDDEN void __heddle_give_address(const struct address *a, void *to, void *length);
/* The socket that an address leads to, or NULL. */
HIDDEN struct socket *__heddle_find_socket(const struct address *a, int type);
HIDDEN long __heddle_bind_to(struct socket *s, const struct address *a);
/* Within a piece on the ports: nobody finds it any more. */
HIDDEN void __heddle_unbind(struct socket *s);

/* --- messages (socket_message.c) --- */

/* As recvfrom() and sendto(). */
HIDDEN long __heddle_receive(struct file *f, char *to, long n, long flags, void *from,
                             void *length);
HIDDEN long __heddle_send_to(struct file *f, const char *from, long n, long flags, const void *to,
                             long length);

#endif
