/*
 * socket_message.c — data sent through sockets: bytes of a connection, and datagrams, which wait in
 * the queue of their destination.
 */
#include <arpa/inet.h>
#include <sys/uio.h>
#include "socket.h"

HIDDEN long __heddle_receive(struct file *f, char *to, long n, long flags, void *from,
                             void *length) {
    struct socket *s = f->object;
    if (flags & MSG_ERRQUEUE) return -EAGAIN; /* it is always empty */
    if (flags & MSG_OOB) return s->type == SOCK_STREAM ? -EINVAL : -EOPNOTSUPP; /* there are none */
    long limit = time_limit(s, &s->receive_timeout);
    if (limit) deadline_in(limit);
    if (is_stream(s)) {
        struct stream *in = stream_in(s);
        if (!in) return -ENOTCONN;
        long done = __heddle_stream_read(
            in, to, n,
            nonblocking(f, flags) | (flags & MSG_PEEK ? STREAM_PEEK : 0) |
                (flags & MSG_WAITALL ? STREAM_ALL : 0) | (flags & MSG_TRUNC ? STREAM_WHOLE : 0) |
                (limit ? STREAM_TIMED : 0),
            "receive from a socket");
        if (done == -EAGAIN && !nonblocking(f, flags)) engine(HEDDLE_CALL_PASS, limit);
        struct address peer = done >= 0 && from ? address_of(s, &s->peer) : (struct address){0};
        if (done >= 0 && from) __heddle_give_address(&peer, from, length);
        return done;
    }
    struct __heddle_item item = WAIT(s, WRITES, nonblocking(f, flags) ? 0 : POLLIN);
    int late = wait_for_piece(&item, 1, limit && !nonblocking(f, flags), "receive a datagram", 0);
    if (late < 0) return -EINTR;
    struct message *m = s->messages;
    if (m && !(flags & MSG_PEEK)) {
        s->messages = m->next;
        if (!s->messages) s->last = 0;
        s->nwaiting--;
        update(s, POLLOUT);
    } else if (m) { /* another thread may take it as soon as the piece is over */
        unsigned long size = sizeof *m + (unsigned long)m->size;
        struct message *copy = kernel_alloc(size);
        if (copy) memcpy(copy, m, size);
        m = copy;
    }
    leave();
    if (late) engine(HEDDLE_CALL_PASS, limit);
    if (!m) return -EAGAIN;
    long done = m->size < n ? m->size : n, size = m->size;
    memcpy(to, m->data, (unsigned long)done);
    __heddle_give_address(&m->from, from, length);
    __heddle_free(m);
    return flags & MSG_TRUNC ? size : done;
}

HIDDEN long __heddle_send_to(struct file *f, const char *from, long n, long flags, const void *to,
                             long length) {
    struct socket *s = f->object;
    leaves(from, n);
    if (flags & MSG_OOB) {
        __heddle_warn("data out of band (MSG_OOB) were refused");
        return -EOPNOTSUPP;
    }
    if (is_stream(s) && !has_connections(s) && to) {
        __heddle_warn("a message to an address, from one of a pair of sockets, was refused");
        return -EISCONN;
    }
    long limit = time_limit(s, &s->send_timeout);
    if (is_stream(s)) {
        struct stream *out = stream_out(s);
        if (!out && s->family == AF_UNIX) return -ENOTCONN;
        if (!out) {
            if (!(flags & MSG_NOSIGNAL)) __heddle_broken_pipe();
            return -EPIPE;
        }
        if (limit) deadline_in(limit);
        long done = __heddle_stream_write(
            out, from, n,
            nonblocking(f, flags) | STREAM_SOCKET | (s->family == AF_UNIX ? 0 : STREAM_FAR) |
                (flags & MSG_NOSIGNAL ? STREAM_QUIET : 0) | (limit ? STREAM_TIMED : 0),
            "send to a socket");
        if (done == -EAGAIN && !nonblocking(f, flags)) engine(HEDDLE_CALL_PASS, limit);
        /* Who learns that its peer in a pair has gone loses the messages of that one. */
        if (done == -ECONNREFUSED) __heddle_stream_empty(stream_in(s));
        return done;
    }
    struct address a = address_of(s, &s->peer);
    if (to) {
        long e = __heddle_take_address(to, length, s->family, &a);
        if (e) return e;
    }
    if (!a.length) return s->family == AF_UNIX ? -ENOTCONN : -EDESTADDRREQ;
    if (n > 65507) return -EMSGSIZE;
    struct socket *other = __heddle_find_socket(&a, s->type);
    if (!other && s->family != AF_UNIX) return n; /* lost, as datagrams may be */
    if (!other && !to) return -ECONNREFUSED;
    if (!other) return __heddle_why_not_found(&a, s->type);
    if (!address_of(s, &s->local).length && s->family != AF_UNIX) {
        struct address any = {.length = a.length, .any = {.sa_family = (sa_family_t)s->family}};
        __heddle_bind_to(s, &any, AUTOMATIC);
    }
    struct message *m = kernel_alloc(sizeof *m + (unsigned long)n);
    if (!m) return -ENOBUFS;
    m->from = address_of(s, &s->local);
    if (m->from.any.sa_family == AF_INET && __heddle_place_of(&m->from) == 0)
        m->from.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (m->from.any.sa_family == AF_INET6 && __heddle_place_of(&m->from) == 0)
        m->from.in6.sin6_addr = in6addr_loopback;
    m->size = n;
    memcpy(m->data, from, (unsigned long)n);
    struct __heddle_item item = WAIT(other, WRITES, nonblocking(f, flags) ? 0 : POLLOUT | POLLHUP);
    if (limit) deadline_in(limit);
    int late = wait_for_piece(&item, 1, limit && !nonblocking(f, flags), "send a datagram", 0);
    if (late < 0) {
        __heddle_free(m);
        return -EINTR;
    }
    int closed = (other->word & POLLHUP) != 0, fits = other->word & POLLOUT && !closed;
    if (fits) {
        struct message **at = &other->messages;
        while (*at) at = &(*at)->next;
        *at = m;
        other->nwaiting++;
        update(other, POLLIN);
    }
    leave();
    if (fits) return n;
    if (late) engine(HEDDLE_CALL_PASS, limit);
    __heddle_free(m);
    /* Closed since it was found: as if it had not been. */
    return !closed ? -EAGAIN : s->family == AF_UNIX ? -ECONNREFUSED : n;
}

/* --- calls --- */

SYSCALL(sendto) {
    SOCKET(a);
    if (__heddle_fault("fault:send")) return -ECONNRESET;
    if (c > 1 && s->type == SOCK_STREAM && __heddle_fault("short:send")) c = 1;
    return __heddle_send_to(file, (const char *)b, concrete(c), d, (const void *)e, f);
}
SYSCALL(recvfrom) {
    SOCKET(a);
    if (__heddle_fault("fault:receive")) return -ECONNRESET;
    if (c > 1 && s->type == SOCK_STREAM && !(d & MSG_WAITALL) && __heddle_fault("short:receive"))
        c = 1;
    return __heddle_receive(file, (char *)b, concrete(c), d, (void *)e, (void *)f);
}

static long length_of(const struct msghdr *m) {
    long n = 0;
    for (long k = 0; k < (long)m->msg_iovlen; k++) n += (long)m->msg_iov[k].iov_len;
    return concrete(n);
}
static long send_message(struct file *file, const struct msghdr *m, long flags) {
    if (m->msg_controllen) __heddle_warn("control data of a message was not sent");
    long n = length_of(m), at = 0;
    char *all = kernel_alloc((unsigned long)n + 1);
    if (!all) return -ENOBUFS;
    for (long k = 0; k < (long)m->msg_iovlen; at += (long)m->msg_iov[k++].iov_len)
        if (m->msg_iov[k].iov_len) memcpy(all + at, m->msg_iov[k].iov_base, m->msg_iov[k].iov_len);
    long done = __heddle_send_to(file, all, n, flags, m->msg_name, m->msg_namelen);
    __heddle_free(all);
    return done;
}
static long receive_message(struct file *file, struct msghdr *m, long flags) {
    long n = length_of(m), at = 0;
    char *all = kernel_alloc((unsigned long)n + 1);
    if (!all) return -ENOBUFS;
    int messages = ((struct socket *)file->object)->type != SOCK_STREAM;
    long whole = __heddle_receive(file, all, n, flags | (messages ? MSG_TRUNC : 0), m->msg_name,
                                  m->msg_name ? &m->msg_namelen : 0),
         done = whole > n ? n : whole;
    for (long k = 0; k < (long)m->msg_iovlen && at < done; k++) {
        long part =
            done - at < (long)m->msg_iov[k].iov_len ? done - at : (long)m->msg_iov[k].iov_len;
        memcpy(m->msg_iov[k].iov_base, all + at, (unsigned long)part);
        at += part;
    }
    __heddle_free(all);
    if (done >= 0) m->msg_flags = whole > n ? MSG_TRUNC : 0, m->msg_controllen = 0;
    return flags & MSG_TRUNC ? whole : done;
}
SYSCALL(sendmsg) {
    SOCKET(a);
    return send_message(file, (const struct msghdr *)b, c);
}
SYSCALL(recvmsg) {
    SOCKET(a);
    return receive_message(file, (struct msghdr *)b, c);
}
