/*
 * socket.h — shared by the parts of the emulated sockets. Sockets connect threads of the process:
 * TCP and UDP over loopback, Unix sockets. A connection is two streams; a listening socket and a
 * datagram socket have a queue.
 */
#ifndef HEDDLE_KERNEL_SOCKET_H
#define HEDDLE_KERNEL_SOCKET_H

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include "kernel.h"

enum { NEW, BOUND, LISTENING, CONNECTED };
enum { SOCKET_OPTIONS = 192 };

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
    int shut;                               /* was shut down while listening: 1 for reading only */
    unsigned long set[SOCKET_OPTIONS / 64]; /* set of options that were set (socket_option.c) */
    int options[SOCKET_OPTIONS];            /* as set: they have no effect here */
    int lingers, linger, only_v6;
    long receive_timeout, send_timeout; /* nanoseconds; 0: none */
    int error;                          /* for SO_ERROR */
    int bound;                          /* among the ports */
    struct socket *next_bound;
    struct inode *inode; /* of a Unix socket with a name in the file system */
    struct file *file;
};

#define QUEUE 64

/* Linux accepts one connection more than the backlog. */
static inline int has_room(const struct socket *listener) {
    return listener->nwaiting <= listener->backlog;
}

static inline int has_connections(const struct socket *s) { return s->type != SOCK_DGRAM; }
/* Whether its data are in streams. */
static inline int is_stream(const struct socket *s) { return has_connections(s) || s->in; }

/* Checks the queue of a socket in a piece that names it. */
CHECK void __heddle_check_socket(const struct socket *s) {
    int waiting = 0;
    for (struct socket *x = peek(s->waiting); x; x = peek(x->next), waiting++) {
        invariant(peek(x->state) == CONNECTED);
        invariant((peek(x->in) != 0) & (peek(x->out) != 0));
    }
    for (struct message *m = peek(s->messages); m; m = peek(m->next), waiting++)
        invariant(peek(m->size) >= 0);
    invariant(waiting == peek(s->nwaiting));
    invariant(!peek(s->waiting) | !peek(s->messages));
    invariant(!peek(s->waiting) | (peek(s->state) == LISTENING));
    invariant((peek(s->state) >= NEW) & (peek(s->state) <= CONNECTED));
}

/* What several calls on one socket read or change of it is read and changed in a piece, if other
 * threads do so, too; a piece on the socket is begun then. Returns whether it was. */
static inline int share_socket(struct socket *s, int how) {
    int shared = is_visible(s, sizeof *s);
    if (shared) enter(how ? "change a socket" : "look at a socket", ITEM(s, how));
    return shared;
}
static inline void unshare_socket(int shared) {
    if (shared) leave();
}
/* Returns the streams of a socket, which it gets once, when it is connected; NULL: not yet. */
static inline struct stream *stream_in(struct socket *s) {
    int shared = share_socket(s, READS);
    struct stream *in = s->in;
    unshare_socket(shared);
    return in;
}
static inline struct stream *stream_out(struct socket *s) {
    int shared = share_socket(s, READS);
    struct stream *out = s->out;
    unshare_socket(shared);
    return out;
}
static inline long time_limit(struct socket *s, const long *limit) {
    int shared = share_socket(s, READS);
    long nanoseconds = *limit;
    unshare_socket(shared);
    return nanoseconds;
}
static inline struct address address_of(struct socket *s, const struct address *which) {
    int shared = share_socket(s, READS);
    struct address a = *which;
    unshare_socket(shared);
    return a;
}

/* Updates the state word after a change of the queue. */
static inline void update(struct socket *s, unsigned happened) {
    unsigned word = 0;
    if (s->waiting || s->messages) word |= POLLIN;
    /* no connection will arrive */
    int idle = s->type == SOCK_STREAM && (s->state == NEW || s->state == BOUND);
    if (s->shut || idle) word |= POLLHUP;
    if (s->state == LISTENING ? has_room(s) : s->nwaiting < QUEUE) word |= POLLOUT;
    s->word = edge_bits(&s->edges, word, happened);
    if (__heddle_check) __heddle_check_socket(s);
}

static inline int nonblocking(const struct file *f, long flags) {
    return f->flags & O_NONBLOCK || flags & MSG_DONTWAIT ? O_NONBLOCK : 0;
}

/* --- open sockets (socket.c) --- */

/* Returns a socket without a descriptor, or NULL when memory is exhausted. */
HIDDEN struct socket *__heddle_socket_new(int family, int type);
/* Returns an open file for a socket (NULL if `s` is); `type` as for socket(), with
 * SOCK_NONBLOCK. */
HIDDEN struct file *__heddle_socket_open(struct socket *s, long type);
/* Returns the socket of a descriptor and its open file, or NULL with *error set. */
HIDDEN struct socket *__heddle_socket_of(long fd, struct file **file, long *error);
#define SOCKET(fd)                                            \
    struct file *file;                                        \
    long error;                                               \
    struct socket *s = __heddle_socket_of(fd, &file, &error); \
    if (!s) return error
/* Returns 0, or -errno if there is no such kind of socket; `type` without flags. */
HIDDEN long __heddle_refuse_socket(int family, int type, int protocol);
/* Closes connections that will never be accepted. */
HIDDEN void __heddle_drop_waiting(struct socket *waiting);

/* --- addresses (socket_address.c) --- */

/* Sockets with an address that others can find. */
struct ports {
    unsigned word;
    struct socket *first;
    int ephemeral[256]; /* by thread: number of ports used */
};
extern HIDDEN struct ports __heddle_ports;

/* Returns 0: any address; 1: loopback or the address of an interface, of which there is no other;
 * -1: elsewhere. */
HIDDEN int __heddle_place_of(const struct address *a);
/* Reads an address that the program gives for a socket of this family; -errno if it is invalid. */
HIDDEN long __heddle_take_address(const void *from, long length, int family, struct address *to);
/* Writes an address to the program's memory, which has room for *length bytes; either may be
 * NULL. */
HIDDEN void __heddle_give_address(const struct address *a, void *to, void *length);
/* Returns the socket with an address, or NULL. */
HIDDEN struct socket *__heddle_find_socket(const struct address *a, int type);
/* Returns the error where there is none: nobody has the address (a name may be left of a socket
 * that was closed), or a socket of another type. */
HIDDEN long __heddle_why_not_found(const struct address *a, int type);
/* AUTOMATIC: also if another thread has given it an address meanwhile. */
enum { BY_PROGRAM, AUTOMATIC };
HIDDEN long __heddle_bind_to(struct socket *s, const struct address *a, int how);
/* Removes a socket from the ports, so that it is no longer found. Called within a piece on the
 * ports. */
HIDDEN void __heddle_unbind(struct socket *s);

/* --- messages (socket_message.c) --- */

/* See recvfrom() and sendto(). */
HIDDEN long __heddle_receive(struct file *f, char *to, long n, long flags, void *from,
                             void *length);
HIDDEN long __heddle_send_to(struct file *f, const char *from, long n, long flags, const void *to,
                             long length);

#endif
