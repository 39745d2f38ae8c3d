/*
 * socket_connect.c — connecting and disconnecting sockets: pairs, listening, connecting, accepting,
 * shutting down.
 */
#include <arpa/inet.h>
#include "socket.h"

/* The time in nanoseconds after which Linux gives up a connection: seven attempts. */
#define TCP_CONNECT_TIME 127000000000l
#undef SOMAXCONN
#define SOMAXCONN 4096

/* The two streams of a connection. */
struct connection {
    struct stream *there, *back;
};
/* False: memory is exhausted. */
static int new_connection(struct connection *c, int type) {
    int holds = type == SOCK_STREAM ? BYTES : type == SOCK_DGRAM ? DATAGRAMS : MESSAGES;
    *c = (struct connection){__heddle_stream_new(1, holds), __heddle_stream_new(1, holds)};
    return c->there && c->back;
}

/* Connects two sockets with each other. */
static void join(struct socket *x, struct socket *y, const struct connection *c) {
    x->out = y->in = c->there;
    y->out = x->in = c->back;
    x->state = y->state = CONNECTED;
}

SYSCALL(socketpair) {
    int type = (int)concrete(b) & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
    long refused = __heddle_refuse_socket((int)concrete(a), type, (int)concrete(c));
    if (refused) return refused;
    if (a != AF_UNIX) return -EOPNOTSUPP;
    struct socket *x = __heddle_socket_new(AF_UNIX, type), *y = __heddle_socket_new(AF_UNIX, type);
    struct connection connection;
    if (!x || !y || !new_connection(&connection, type)) return -ENOBUFS;
    join(x, y, &connection);
    long p = __heddle_install_new(__heddle_socket_open(x, b), !!(b & SOCK_CLOEXEC));
    if (p < 0) return p;
    long q = __heddle_install_new(__heddle_socket_open(y, b), !!(b & SOCK_CLOEXEC));
    if (q < 0) return q;
    ((int *)d)[0] = (int)p;
    ((int *)d)[1] = (int)q;
    return 0;
}

SYSCALL(listen) {
    SOCKET(a);
    if (!has_connections(s)) return -EOPNOTSUPP;
    if (!address_of(s, &s->local).length) {
        struct address any = {.length = s->family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                                              : sizeof(struct sockaddr_in),
                              .any = {.sa_family = (sa_family_t)s->family}};
        if (s->family == AF_UNIX) return -EINVAL;
        if ((error = __heddle_bind_to(s, &any, AUTOMATIC))) return error;
    }
    enter("listen on a socket", ITEM(s, WRITES));
    if (s->state == CONNECTED)
        error = -EINVAL;
    else {
        s->state = LISTENING;
        s->shut = 0;
        s->backlog = (unsigned)b > SOMAXCONN ? SOMAXCONN : (int)b;
        update(s, 0);
    }
    leave();
    return error;
}

/* Handles a listening socket whose queue is full. A request of TCP gets no answer then, until its
 * time is over. */
static long did_not_fit(struct socket *s, int blocks, long limit) {
    if (s->family == AF_UNIX) {
        if (blocks) engine(HEDDLE_CALL_PASS, limit);
        return -EAGAIN;
    }
    if (!blocks) {
        engine(HEDDLE_CALL_BEYOND, "a connection in progress, for which the listening socket had "
                                   "no room, was not taken up later");
        int shared = share_socket(s, WRITES);
        s->error = ETIMEDOUT;
        unshare_socket(shared);
        return -EINPROGRESS;
    }
    engine(HEDDLE_CALL_PASS, limit ? limit : TCP_CONNECT_TIME);
    return limit ? -EINPROGRESS : -ETIMEDOUT;
}

/* Remembers where the datagrams of a socket go. */
static long connect_datagrams(struct socket *s, const struct address *to) {
    int none = to->any.sa_family == AF_UNSPEC;
    if (s->family == AF_UNIX && !none && !__heddle_find_socket(to, s->type))
        return __heddle_why_not_found(to, s->type);
    int shared = share_socket(s, WRITES);
    s->peer = none ? (struct address){0} : *to;
    unshare_socket(shared);
    return 0;
}

/* Why a socket cannot be connected; 0: it can. */
static long connect_refused(const struct socket *s) {
    if (s->state == CONNECTED) return -EISCONN;
    if (s->state == LISTENING) return s->family == AF_UNIX ? -EINVAL : -EISCONN;
    return 0;
}

/* Connects a socket with `peer`, which the listener gives to who accepts it. Until then nobody
 * notices anything. */
static long connect_to(struct file *f, struct socket *listener, struct socket *peer,
                       const struct connection *c) {
    struct socket *s = f->object;
    long limit = time_limit(s, &s->send_timeout);
    int blocks = !(f->flags & O_NONBLOCK), tcp = s->family != AF_UNIX;
    struct __heddle_item items[] = {WAIT(listener, WRITES, blocks ? POLLOUT | POLLHUP : 0),
                                    ITEM(s, WRITES)};
    deadline_in(limit ? limit : TCP_CONNECT_TIME);
    if (wait_for_piece(items, listener == s ? 1 : 2, blocks && (tcp || limit), "connect a socket",
                       0) < 0)
        return -EINTR;
    long refused = connect_refused(s);
    int listens = listener->state == LISTENING, fits = !refused && listens && has_room(listener);
    if (fits) {
        join(s, peer, c);
        s->peer = peer->local;
        peer->peer = s->local;
        struct socket **at = &listener->waiting;
        while (*at) at = &(*at)->next;
        *at = peer;
        listener->nwaiting++;
        update(listener, POLLIN);
    }
    leave();
    if (fits || refused) return refused;
    return listens ? did_not_fit(s, blocks, limit) : -ECONNREFUSED;
}

SYSCALL(connect) {
    if (__heddle_fault("fault:connect")) return -ETIMEDOUT;
    SOCKET(a);
    struct address to;
    error = __heddle_take_address((const void *)b, c, s->family, &to);
    if (error) return error;
    if (!is_stream(s)) return connect_datagrams(s, &to);
    int shared = share_socket(s, READS), bound = s->local.length != 0;
    error = connect_refused(s);
    unshare_socket(shared);
    if (error) return error;
    if (__heddle_place_of(&to) < 0) return -ENETUNREACH;
    struct socket *listener = __heddle_find_socket(&to, s->type);
    if (!listener) return __heddle_why_not_found(&to, s->type);
    if (!bound && s->family != AF_UNIX) {
        struct address any = {.length = to.length, .any = {.sa_family = to.any.sa_family}};
        if (to.any.sa_family == AF_INET)
            any.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        else
            any.in6.sin6_addr = in6addr_loopback;
        if ((error = __heddle_bind_to(s, &any, AUTOMATIC))) return error;
    }
    struct socket *peer = __heddle_socket_new(listener->family, s->type);
    struct connection connection;
    if (!peer || !new_connection(&connection, s->type)) return -ENOBUFS;
    peer->local = to;
    error = connect_to(file, listener, peer, &connection);
    if (!error) return 0;
    __heddle_free(connection.there);
    __heddle_free(connection.back);
    __heddle_free(peer);
    return error;
}

/* Gives a new connection the options of the listening socket, in a piece on that. */
static void inherit(struct socket *peer, const struct socket *s) {
    memcpy(peer->set, s->set, sizeof peer->set);
    memcpy(peer->options, s->options, sizeof peer->options);
    peer->lingers = s->lingers;
    peer->linger = s->linger;
    peer->only_v6 = s->only_v6;
    peer->receive_timeout = s->receive_timeout;
    peer->send_timeout = s->send_timeout;
}

static long accept_on(long fd, void *to, void *length, long flags) {
    SOCKET(fd);
    if (!has_connections(s)) return -EOPNOTSUPP;
    if (stream_in(s)) return -EINVAL;
    if (__heddle_fault("fault:accept")) return -ECONNABORTED;
    int blocks = !(file->flags & O_NONBLOCK);
    long limit = time_limit(s, &s->receive_timeout);
    struct __heddle_item item = WAIT(s, WRITES, blocks ? POLLIN | POLLHUP : 0);
    if (limit) deadline_in(limit);
    int late = wait_for_piece(&item, 1, blocks && limit, "accept a connection", 0);
    if (late < 0) return -EINTR;
    struct socket *peer = s->waiting;
    int listens = s->state == LISTENING;
    if (peer) {
        s->waiting = peer->next;
        s->nwaiting--;
        peer->next = 0;
        inherit(peer, s);
        update(s, 0);
    }
    leave();
    if (late) engine(HEDDLE_CALL_PASS, limit);
    if (!peer) return listens ? -EAGAIN : -EINVAL;
    __heddle_give_address(&peer->peer, to, length);
    return __heddle_install_new(__heddle_socket_open(peer, flags), !!(flags & SOCK_CLOEXEC));
}
SYSCALL(accept) { return accept_on(a, (void *)b, (void *)c, 0); }
SYSCALL(accept4) {
    return d & ~(SOCK_CLOEXEC | SOCK_NONBLOCK) ? -EINVAL : accept_on(a, (void *)b, (void *)c, d);
}

/* Shuts down a socket that is not connected: threads that wait for connections learn that there
 * will be none. */
static long shut_listening(struct socket *s, long how) {
    struct socket *waiting = 0;
    enter("shut a socket down", ITEM(s, WRITES));
    int listens = s->state == LISTENING;
    if (listens && how != SHUT_WR) {
        waiting = s->waiting;
        s->waiting = 0;
        s->nwaiting = 0;
        s->state = BOUND;
        s->shut = how == SHUT_RD ? 1 : 2;
        update(s, POLLIN); /* an edge, too */
    }
    leave();
    __heddle_drop_waiting(waiting);
    return listens || s->family == AF_UNIX ? 0 : -ENOTCONN;
}

SYSCALL(shutdown) {
    SOCKET(a);
    if (b < SHUT_RD || b > SHUT_RDWR) return -EINVAL;
    if (!is_stream(s)) return -ENOTCONN;
    int shared = share_socket(s, READS);
    struct stream *in = s->in, *out = s->out;
    unshare_socket(shared);
    if (!in) return shut_listening(s, b);
    /* The peer of a Unix socket learns that its data will not be read; TCP does not report that. */
    if (b != SHUT_WR && s->family == AF_UNIX) __heddle_stream_shut(in);
    if (b != SHUT_WR && (s->family != AF_UNIX || s->type == SOCK_DGRAM)) __heddle_stream_deafen(in);
    if (b != SHUT_RD) __heddle_stream_shut(out);
    return 0;
}
