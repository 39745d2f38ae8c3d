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

/* Connects two sockets with each other. */
static int join(struct socket *x, struct socket *y) {
    int holds = x->type == SOCK_STREAM ? BYTES : x->type == SOCK_DGRAM ? DATAGRAMS : MESSAGES;
    struct stream *there = __heddle_stream_new(1, holds), *back = __heddle_stream_new(1, holds);
    if (!there || !back) return -ENOBUFS;
    x->out = y->in = there;
    y->out = x->in = back;
    x->state = y->state = CONNECTED;
    return 0;
}

SYSCALL(socketpair) {
    int type = (int)concrete(b) & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
    long refused = __heddle_refuse_socket((int)concrete(a), type, (int)concrete(c));
    if (refused) return refused;
    if (a != AF_UNIX) return -EOPNOTSUPP;
    struct socket *x = __heddle_socket_new(AF_UNIX, type), *y = __heddle_socket_new(AF_UNIX, type);
    if (!x || !y || join(x, y)) return -ENOBUFS;
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
    if (!s->local.length) {
        struct address any = {.length = s->family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                                              : sizeof(struct sockaddr_in),
                              .any = {.sa_family = (sa_family_t)s->family}};
        if (s->family == AF_UNIX) return -EINVAL;
        if ((error = __heddle_bind_to(s, &any))) return error;
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
static long did_not_fit(struct socket *s, int blocks) {
    if (s->family == AF_UNIX) {
        if (blocks) engine(HEDDLE_CALL_PASS, s->send_timeout);
        return -EAGAIN;
    }
    if (!blocks) {
        engine(HEDDLE_CALL_BEYOND, "a connection in progress, for which the listening socket had "
                                   "no room, was not taken up later");
        s->error = ETIMEDOUT;
        return -EINPROGRESS;
    }
    engine(HEDDLE_CALL_PASS, s->send_timeout ? s->send_timeout : TCP_CONNECT_TIME);
    return s->send_timeout ? -EINPROGRESS : -ETIMEDOUT;
}

SYSCALL(connect) {
    if (__heddle_fault("fault:connect")) return -ETIMEDOUT;
    SOCKET(a);
    struct address to;
    error = __heddle_take_address((const void *)b, c, s->family, &to);
    if (error) return error;
    if (!is_stream(s)) {
        if (s->family == AF_UNIX && to.any.sa_family != AF_UNSPEC &&
            !__heddle_find_socket(&to, s->type))
            return __heddle_find_socket(&to, SOCK_STREAM) ? -EPROTOTYPE
                   : __heddle_is_socket_name(&to)         ? -ECONNREFUSED
                                                          : -ENOENT;
        s->peer = to.any.sa_family == AF_UNSPEC ? (struct address){0} : to;
        return 0;
    }
    if (s->state == CONNECTED) return -EISCONN;
    if (s->state == LISTENING) return s->family == AF_UNIX ? -EINVAL : -EISCONN;
    if (__heddle_place_of(&to) < 0) return -ENETUNREACH;
    struct socket *listener = __heddle_find_socket(&to, s->type);
    if (!listener)
        return to.any.sa_family == AF_UNIX && to.un.sun_path[0] ? -ENOENT : -ECONNREFUSED;
    if (!s->local.length && s->family != AF_UNIX) {
        struct address any = {.length = to.length, .any = {.sa_family = to.any.sa_family}};
        if (to.any.sa_family == AF_INET)
            any.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        else
            any.in6.sin6_addr = in6addr_loopback;
        if ((error = __heddle_bind_to(s, &any))) return error;
    }
    struct socket *peer = __heddle_socket_new(listener->family, s->type);
    if (!peer || (error = join(s, peer))) return -ENOBUFS;
    s->peer = peer->local = to;
    peer->peer = s->local;
    int blocks = !(file->flags & O_NONBLOCK), tcp = s->family != AF_UNIX;
    struct __heddle_item item = WAIT(listener, WRITES, blocks ? POLLOUT | POLLHUP : 0);
    deadline_in(s->send_timeout ? s->send_timeout : TCP_CONNECT_TIME);
    int late = wait_for_piece(&item, 1, blocks && (tcp || s->send_timeout), "connect a socket", 0),
        interrupted = late < 0, listens = !interrupted && listener->state == LISTENING,
        fits = listens && has_room(listener);
    if (fits) {
        struct socket **at = &listener->waiting;
        while (*at) at = &(*at)->next;
        *at = peer;
        listener->nwaiting++;
        update(listener, POLLIN);
    }
    if (!interrupted) leave();
    if (fits) return 0;
    __heddle_stream_close(s->in, s->out, 0);
    __heddle_stream_close(peer->in, peer->out, 0);
    __heddle_free(peer);
    s->in = s->out = 0;
    s->state = s->local.length ? BOUND : NEW;
    if (interrupted) return -EINTR;
    return listens ? did_not_fit(s, blocks) : -ECONNREFUSED;
}

static long accept_on(long fd, void *to, void *length, long flags) {
    SOCKET(fd);
    if (!has_connections(s)) return -EOPNOTSUPP;
    if (s->in) return -EINVAL;
    if (__heddle_fault("fault:accept")) return -ECONNABORTED;
    int blocks = !(file->flags & O_NONBLOCK);
    struct __heddle_item item = WAIT(s, WRITES, blocks ? POLLIN | POLLHUP : 0);
    if (s->receive_timeout) deadline_in(s->receive_timeout);
    int late = wait_for_piece(&item, 1, blocks && s->receive_timeout, "accept a connection", 0);
    if (late < 0) return -EINTR;
    struct socket *peer = s->waiting;
    int listens = s->state == LISTENING;
    if (peer) {
        s->waiting = peer->next;
        s->nwaiting--;
        peer->next = 0;
        update(s, 0);
    }
    leave();
    if (late) engine(HEDDLE_CALL_PASS, s->receive_timeout);
    if (!peer) return listens ? -EAGAIN : -EINVAL;
    /* The new connection has the options of the listening socket. */
    peer->set = s->set;
    memcpy(peer->options, s->options, sizeof peer->options);
    peer->lingers = s->lingers;
    peer->linger = s->linger;
    peer->only_v6 = s->only_v6;
    peer->receive_timeout = s->receive_timeout;
    peer->send_timeout = s->send_timeout;
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
    if (!s->in) return shut_listening(s, b);
    /* The peer of a Unix socket learns that its data will not be read; TCP does not report that. */
    if (b != SHUT_WR && s->family == AF_UNIX) __heddle_stream_shut(s->in);
    if (b != SHUT_WR && (s->family != AF_UNIX || s->type == SOCK_DGRAM))
        __heddle_stream_deafen(s->in);
    if (b != SHUT_RD) __heddle_stream_shut(s->out);
    return 0;
}
