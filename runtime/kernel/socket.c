/*
 * socket.c — sockets between threads of the process: TCP and UDP over loopback, Unix sockets. A connection is
 * two streams; a listening socket and a datagram socket have a queue.
 */
#include <arpa/inet.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include "kernel.h"

enum { NEW, BOUND, LISTENING, CONNECTED };

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
    int shut;        /* was listening, and was shut down */
    int options[16]; /* as set, by name: they change nothing here */
    int error;
    int bound; /* among the ports */
    struct socket *next_bound;
    struct inode *inode; /* of a Unix socket with a name in the file system */
    struct file *file;
};

/* Sockets that have an address which others can find. */
static struct ports {
    unsigned word;
    struct socket *first;
    int ephemeral[256]; /* by thread: how many it has used */
} ports;

#define QUEUE 64

static void update(struct socket *s, unsigned happened) {
    unsigned word = 0;
    if (s->waiting || s->messages) word |= POLLIN;
    if (s->shut) word |= POLLHUP;
    if (s->state == LISTENING ? s->nwaiting < s->backlog : s->nwaiting < QUEUE) word |= POLLOUT;
    s->word = edge_bits(&s->edges, word, happened);
}

static int is_stream(const struct socket *s) { return s->type == SOCK_STREAM || s->type == SOCK_SEQPACKET; }

/* --- addresses
 * ------------------------------------------------------------------------------------------------ */

static int port_of(const struct address *a) {
    return a->any.sa_family == AF_INET    ? ntohs(a->in.sin_port)
           : a->any.sa_family == AF_INET6 ? ntohs(a->in6.sin6_port)
                                          : 0;
}

static void set_port(struct address *a, int port) {
    if (a->any.sa_family == AF_INET)
        a->in.sin_port = htons((unsigned short)port);
    else if (a->any.sa_family == AF_INET6)
        a->in6.sin6_port = htons((unsigned short)port);
}

/* 0: any; 1: loopback or the address of an interface, of which there is no other; -1: elsewhere. */
static int place_of(const struct address *a) {
    if (a->any.sa_family == AF_INET) {
        unsigned x = ntohl(a->in.sin_addr.s_addr);
        return x == INADDR_ANY ? 0 : x >> 24 == 127 ? 1 : -1;
    }
    if (a->any.sa_family == AF_INET6)
        return IN6_IS_ADDR_UNSPECIFIED(&a->in6.sin6_addr) ? 0
               : IN6_IS_ADDR_LOOPBACK(&a->in6.sin6_addr)  ? 1
               : IN6_IS_ADDR_V4MAPPED(&a->in6.sin6_addr)  ? 1
                                                          : -1;
    return 1;
}

static long take_address(const void *from, long length, int family, struct address *to) {
    *to = (struct address){0};
    length = concrete(length);
    if (!from) return -EFAULT;
    if (length < (long)sizeof(sa_family_t) || length > (long)sizeof(struct sockaddr_un)) return -EINVAL;
    memcpy(&to->any, from, (unsigned long)length);
    if (to->any.sa_family == AF_INET && length < (long)sizeof(struct sockaddr_in)) return -EINVAL;
    if (to->any.sa_family == AF_INET6 && length < 24) return -EINVAL;
    if (to->any.sa_family == AF_UNSPEC) return 0;
    if (to->any.sa_family != family) return -EAFNOSUPPORT;
    /* Ports decide which socket is meant. */
    set_port(to, (int)concrete(port_of(to)));
    to->length = (unsigned)length;
    return 0;
}

static void give_address(const struct address *a, void *to, void *length) {
    if (!to || !length) return;
    socklen_t room = *(socklen_t *)length;
    memcpy(to, &a->any, room < a->length ? room : a->length);
    *(socklen_t *)length = a->length;
}

static int same(const struct address *bound, const struct address *wanted) {
    if (bound->any.sa_family == AF_UNIX)
        return wanted->any.sa_family == AF_UNIX && bound->length == wanted->length &&
               !memcmp(&bound->un, &wanted->un, bound->length);
    if (wanted->any.sa_family == AF_UNIX || port_of(bound) != port_of(wanted)) return 0;
    /* An address for IPv6 takes IPv4, too. */
    if (bound->any.sa_family != wanted->any.sa_family &&
        !(bound->any.sa_family == AF_INET6 && place_of(bound) == 0))
        return 0;
    return 1;
}

/* Within a piece on the ports. */
static struct socket *find(const struct address *a, int type) {
    for (struct socket *s = ports.first; s; s = s->next_bound)
        if (s->type == type && same(&s->local, a)) return s;
    return 0;
}

/* The socket that an address leads to, or NULL. */
static struct socket *find_address(const struct address *a, int type) {
    if (a->any.sa_family == AF_UNIX && a->un.sun_path[0] && a->length > sizeof(sa_family_t)) {
        char path[PATH_MAX], name[sizeof a->un.sun_path + 1] = {0};
        int made;
        unsigned is;
        memcpy(name, a->un.sun_path, a->length - sizeof(sa_family_t));
        if (__heddle_resolve(AT_FDCWD, name, 1, path)) return 0;
        struct inode *i = __heddle_inode(path, 0, &made, &is);
        if (!i || !S_ISSOCK(is)) return 0;
        enter("find a socket", ITEM(&ports, READS));
        struct socket *s = i->socket;
        leave();
        return s && s->type == type ? s : 0;
    }
    enter("find a socket", ITEM(&ports, READS));
    struct socket *s = find(a, type);
    leave();
    return s;
}

static long bind_to(struct socket *s, const struct address *a) {
    struct address local = *a;
    struct inode *inode = 0;
    if (a->any.sa_family == AF_UNIX && a->length > sizeof(sa_family_t) && a->un.sun_path[0]) {
        char path[PATH_MAX], name[sizeof a->un.sun_path + 1] = {0};
        int made;
        unsigned is;
        memcpy(name, a->un.sun_path, a->length - sizeof(sa_family_t));
        long e = __heddle_resolve(AT_FDCWD, name, 1, path);
        if (e) return e;
        inode = __heddle_inode(path, S_IFSOCK | 0755, &made, &is);
        if (!inode) return -ENOENT;
        if (!made) return -EADDRINUSE;
    } else if (place_of(a) < 0)
        return -EADDRNOTAVAIL;
    long e = 0;
    enter("bind a socket", ITEM(&ports, WRITES), ITEM(s, WRITES));
    if (s->state != NEW || s->local.length)
        e = -EINVAL;
    else if (a->any.sa_family != AF_UNIX && !port_of(&local)) {
        int thread = __heddle_thread_self() & 255;
        do set_port(&local, 32768 + (thread * 100 + ports.ephemeral[thread]++) % 28000);
        while (find(&local, s->type));
    } else if (!inode && find(&local, s->type))
        e = -EADDRINUSE;
    if (!e) {
        s->local = local;
        s->inode = inode;
        if (inode) inode->socket = s;
        s->bound = 1;
        s->next_bound = ports.first;
        ports.first = s;
        if (s->state == NEW) s->state = BOUND;
    }
    leave();
    return e;
}

/* --- open sockets
 * ----------------------------------------------------------------------------------------------- */

/* Within a piece on the ports: nobody finds it any more. */
static void unbind(struct socket *s) {
    for (struct socket **at = &ports.first; *at; at = &(*at)->next_bound)
        if (*at == s) {
            *at = s->next_bound;
            break;
        }
    if (s->inode && s->inode->socket == s) s->inode->socket = 0;
}

/* Connections that nobody will accept. */
static void drop(struct socket *waiting) {
    for (struct socket *next; waiting; waiting = next) {
        next = waiting->next;
        __heddle_stream_close(waiting->in, waiting->out, 0);
        __heddle_free(waiting);
    }
}

static void socket_release(struct file *f) {
    struct socket *s = f->object;
    struct socket *waiting = 0;
    struct message *m = 0;
    int known = 0;
    /* Only one that has an address is known to others. */
    if (s->bound || s->state == LISTENING) {
        enter("close a socket", ITEM(&ports, WRITES), ITEM(s, WRITES));
        unbind(s);
        waiting = s->waiting;
        m = s->messages;
        s->waiting = 0;
        s->messages = 0;
        known = s->state == LISTENING || !is_stream(s);
        s->state = NEW;
        s->word |= POLLHUP;
        leave();
    }
    drop(waiting);
    for (struct message *next; m; m = next) {
        next = m->next;
        __heddle_free(m);
    }
    __heddle_stream_close(s->in, s->out, f->kept);
    /* Who looked for the address may still come to it. */
    if (!known && !f->kept) __heddle_free(s);
}

static int nonblocking(const struct file *f, long flags) {
    return f->flags & O_NONBLOCK || flags & MSG_DONTWAIT ? O_NONBLOCK : 0;
}

static long receive(struct file *f, char *to, long n, long flags, void *from, void *length) {
    struct socket *s = f->object;
    if (is_stream(s)) {
        if (!s->in) return -ENOTCONN;
        long done = __heddle_stream_read(s->in, to, n,
                                         nonblocking(f, flags) | (flags & MSG_PEEK ? STREAM_PEEK : 0) |
                                             (flags & MSG_WAITALL ? STREAM_ALL : 0),
                                         "receive from a socket");
        if (done >= 0 && from) give_address(&s->peer, from, length);
        return done;
    }
    enter("receive a datagram", WAIT(s, WRITES, nonblocking(f, flags) ? 0 : POLLIN));
    struct message *m = s->messages;
    if (m && !(flags & MSG_PEEK)) {
        s->messages = m->next;
        if (!s->messages) s->last = 0;
        s->nwaiting--;
        update(s, POLLOUT);
    }
    leave();
    if (!m) return -EAGAIN;
    long done = m->size < n ? m->size : n, size = m->size;
    memcpy(to, m->data, (unsigned long)done);
    give_address(&m->from, from, length);
    if (!(flags & MSG_PEEK)) __heddle_free(m);
    return flags & MSG_TRUNC ? size : done;
}

static long send_to(struct file *f, const char *from, long n, long flags, const void *to, long length) {
    struct socket *s = f->object;
    if (is_stream(s)) {
        if (!s->out) return -ENOTCONN;
        return __heddle_stream_write(s->out, from, n,
                                     nonblocking(f, flags) | STREAM_SOCKET |
                                         (flags & MSG_NOSIGNAL ? STREAM_QUIET : 0),
                                     "send to a socket");
    }
    struct address a = s->peer;
    if (to) {
        long e = take_address(to, length, s->family, &a);
        if (e) return e;
    }
    if (!a.length) return -EDESTADDRREQ;
    if (n > 65507) return -EMSGSIZE;
    struct socket *other = find_address(&a, s->type);
    if (!other && s->family != AF_UNIX) return n; /* lost, as datagrams may be */
    if (!other) return -ECONNREFUSED;
    if (!s->local.length && s->family != AF_UNIX) {
        struct address any = {.length = a.length, .any = {.sa_family = (sa_family_t)s->family}};
        bind_to(s, &any);
    }
    struct message *m = kernel_alloc(sizeof *m + (unsigned long)n);
    if (!m) return -ENOBUFS;
    m->from = s->local;
    if (m->from.any.sa_family == AF_INET && place_of(&m->from) == 0)
        m->from.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (m->from.any.sa_family == AF_INET6 && place_of(&m->from) == 0)
        m->from.in6.sin6_addr = in6addr_loopback;
    m->size = n;
    memcpy(m->data, from, (unsigned long)n);
    enter("send a datagram", WAIT(other, WRITES, nonblocking(f, flags) ? 0 : POLLOUT | POLLHUP));
    int fits = other->word & POLLOUT && !(other->word & POLLHUP);
    if (fits) {
        struct message **at = &other->messages;
        while (*at) at = &(*at)->next;
        *at = m;
        other->nwaiting++;
        update(other, POLLIN);
    }
    leave();
    if (fits) return n;
    __heddle_free(m);
    return -EAGAIN;
}

static long socket_read(struct file *f, char *to, long n, long offset) {
    return offset >= 0 ? -ESPIPE : receive(f, to, n, 0, 0, 0);
}
static long socket_write(struct file *f, const char *from, long n, long offset) {
    return offset >= 0 ? -ESPIPE : send_to(f, from, n, 0, 0, 0);
}

static int socket_watch(struct file *f, unsigned events, struct __heddle_item *items) {
    struct socket *s = f->object;
    if (is_stream(s) && !s->in && s->state != LISTENING) {
        items[0] = (struct __heddle_item)WAIT(
            f, READS, POLLOUT); /* neither connected nor listening: that is told at once */
        return 1;
    }
    if (!is_stream(s) || !s->in) {
        items[0] = (struct __heddle_item)WAIT(s, READS,
                                              (s->state == LISTENING ? events & POLLIN
                                               : !is_stream(s)       ? events & (POLLIN | POLLOUT)
                                                                     : 0) |
                                                  POLLHUP);
        /* A datagram can always be sent. */
        if (!is_stream(s) && events & POLLOUT) items[0] = (struct __heddle_item)WAIT(f, READS, POLLOUT);
        return 1;
    }
    items[0] =
        (struct __heddle_item)WAIT(s->in, READS, (events & POLLIN) | (events & POLLRDHUP ? POLLHUP : 0));
    items[1] = (struct __heddle_item)WAIT(
        s->out, READS, events & (POLLIN | POLLOUT | POLLRDHUP) ? events & POLLOUT : POLLERR);
    return 2;
}

static unsigned socket_ready(struct file *f) {
    struct socket *s = f->object;
    if (!is_stream(s)) return (s->word & POLLIN) | POLLOUT;
    if (s->state == LISTENING) return s->word & POLLIN;
    if (!s->in) return POLLHUP | (s->shut && s->family == AF_UNIX ? POLLIN | POLLRDHUP : POLLOUT);
    unsigned bits = (s->in->word & POLLIN) | (s->out->word & POLLOUT);
    if (s->in->word & POLLHUP) bits |= POLLRDHUP | (!s->out->writers || s->out->word & POLLERR ? POLLHUP : 0);
    return bits;
}

static long socket_stat(struct file *f, struct kstat *st) {
    st->st_mode = S_IFSOCK | 0777;
    return 0;
}

static long socket_control(struct file *f, unsigned long request, long argument) {
    struct socket *s = f->object;
    if (request != FIONREAD) return -ENOTTY;
    int n = 0;
    if (is_stream(s) && s->in) {
        enter("look at a socket", ITEM(s->in, READS));
        n = (int)s->in->len;
        leave();
    } else {
        enter("look at a socket", ITEM(s, READS));
        n = s->messages ? (int)s->messages->size : 0;
        leave();
    }
    *(int *)argument = n;
    return 0;
}

static const struct file_operations socket_operations = {.read = socket_read,
                                                         .write = socket_write,
                                                         .release = socket_release,
                                                         .watch = socket_watch,
                                                         .ready = socket_ready,
                                                         .stat = socket_stat,
                                                         .control = socket_control,
                                                         .counts = 1};

static struct socket *socket_new(int family, int type) {
    struct socket *s = kernel_alloc(sizeof *s);
    if (!s) return 0;
    s->family = family;
    s->type = type;
    update(s, 0);
    return s;
}

static struct file *open_socket(struct socket *s, long type) {
    struct file *f =
        s ? __heddle_file_new(&socket_operations, s, O_RDWR | (type & SOCK_NONBLOCK ? O_NONBLOCK : 0)) : 0;
    if (f) s->file = f;
    return f;
}

static struct socket *socket_of(long fd, struct file **file, long *error) {
    struct file *f = __heddle_file(fd);
    *error = !f ? -EBADF : f->ops != &socket_operations ? -ENOTSOCK : 0;
    *file = f;
    return *error ? 0 : f->object;
}
#define SOCKET(fd)                                   \
    struct file *file;                               \
    long error;                                      \
    struct socket *s = socket_of(fd, &file, &error); \
    if (!s) return error

/* --- calls
 * ------------------------------------------------------------------------------------------------------- */

SYSCALL(socket) {
    if (__heddle_fault("fault:socket")) return -EMFILE;
    int type = (int)b & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (a != AF_INET && a != AF_INET6 && a != AF_UNIX) return -EAFNOSUPPORT;
    if (type != SOCK_STREAM && type != SOCK_DGRAM && !(type == SOCK_SEQPACKET && a == AF_UNIX))
        return type > SOCK_PACKET ? -EINVAL : -ESOCKTNOSUPPORT;
    return __heddle_install_new(open_socket(socket_new((int)a, type), b), !!(b & SOCK_CLOEXEC));
}

/* Two sockets that are connected to each other. */
static int join(struct socket *x, struct socket *y) {
    struct stream *there = __heddle_stream_new(1), *back = __heddle_stream_new(1);
    if (!there || !back) return -ENOBUFS;
    x->out = y->in = there;
    y->out = x->in = back;
    x->state = y->state = CONNECTED;
    return 0;
}

SYSCALL(socketpair) {
    int type = (int)b & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (a != AF_UNIX) return -EOPNOTSUPP;
    struct socket *x = socket_new(AF_UNIX, SOCK_STREAM), *y = socket_new(AF_UNIX, SOCK_STREAM);
    if (type != SOCK_STREAM && type != SOCK_SEQPACKET && type != SOCK_DGRAM) return -ESOCKTNOSUPPORT;
    if (type != SOCK_STREAM) __heddle_warn("a pair of sockets for messages was given as one for bytes");
    if (!x || !y || join(x, y)) return -ENOBUFS;
    long p = __heddle_install_new(open_socket(x, b), !!(b & SOCK_CLOEXEC));
    if (p < 0) return p;
    long q = __heddle_install_new(open_socket(y, b), !!(b & SOCK_CLOEXEC));
    if (q < 0) return q;
    ((int *)d)[0] = (int)p;
    ((int *)d)[1] = (int)q;
    return 0;
}

SYSCALL(bind) {
    SOCKET(a);
    struct address local;
    error = take_address((const void *)b, c, s->family, &local);
    return error ? error : bind_to(s, &local);
}

SYSCALL(listen) {
    SOCKET(a);
    if (!is_stream(s)) return -EOPNOTSUPP;
    if (!s->local.length) {
        struct address any = {.length = s->family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                                              : sizeof(struct sockaddr_in),
                              .any = {.sa_family = (sa_family_t)s->family}};
        if (s->family == AF_UNIX) return -EINVAL;
        if ((error = bind_to(s, &any))) return error;
    }
    enter("listen on a socket", ITEM(s, WRITES));
    if (s->state == CONNECTED)
        error = -EINVAL;
    else {
        s->state = LISTENING;
        s->shut = 0;
        s->backlog = b < 1 ? 1 : b > 128 ? 128 : (int)b;
        update(s, 0);
    }
    leave();
    return error;
}

SYSCALL(connect) {
    if (__heddle_fault("fault:connect")) return -ETIMEDOUT;
    SOCKET(a);
    struct address to;
    error = take_address((const void *)b, c, s->family, &to);
    if (error) return error;
    if (!is_stream(s)) {
        s->peer = to.any.sa_family == AF_UNSPEC ? (struct address){0} : to;
        return 0;
    }
    if (s->state == CONNECTED) return -EISCONN;
    if (s->state == LISTENING) return -EINVAL;
    if (place_of(&to) < 0) return -ENETUNREACH;
    struct socket *listener = find_address(&to, s->type);
    if (!listener) return to.any.sa_family == AF_UNIX && to.un.sun_path[0] ? -ENOENT : -ECONNREFUSED;
    if (!s->local.length && s->family != AF_UNIX) {
        struct address any = {.length = to.length, .any = {.sa_family = to.any.sa_family}};
        if (to.any.sa_family == AF_INET)
            any.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        else
            any.in6.sin6_addr = in6addr_loopback;
        if ((error = bind_to(s, &any))) return error;
    }
    struct socket *peer = socket_new(listener->family, s->type);
    if (!peer || (error = join(s, peer))) return -ENOBUFS;
    s->peer = peer->local = to;
    peer->peer = s->local;
    int blocks = !(file->flags & O_NONBLOCK);
    enter("connect a socket", WAIT(listener, WRITES, blocks ? POLLOUT | POLLHUP : 0));
    int listens = listener->state == LISTENING, fits = listens && listener->nwaiting < listener->backlog;
    if (fits) {
        struct socket **at = &listener->waiting;
        while (*at) at = &(*at)->next;
        *at = peer;
        listener->nwaiting++;
        update(listener, POLLIN);
    }
    leave();
    if (fits) return 0;
    __heddle_stream_close(s->in, s->out, 0);
    __heddle_stream_close(peer->in, peer->out, 0);
    __heddle_free(peer);
    s->in = s->out = 0;
    s->state = BOUND;
    return listens ? -EAGAIN : -ECONNREFUSED;
}

static long accept_on(long fd, void *to, void *length, long flags) {
    SOCKET(fd);
    if (!is_stream(s)) return -EOPNOTSUPP;
    if (__heddle_fault("fault:accept")) return -ECONNABORTED;
    enter("accept a connection", WAIT(s, WRITES, file->flags & O_NONBLOCK ? 0 : POLLIN | POLLHUP));
    struct socket *peer = s->waiting;
    int listens = s->state == LISTENING;
    if (peer) {
        s->waiting = peer->next;
        s->nwaiting--;
        peer->next = 0;
        update(s, 0);
    }
    leave();
    if (!peer) return listens ? -EAGAIN : -EINVAL;
    give_address(&peer->peer, to, length);
    return __heddle_install_new(open_socket(peer, flags), !!(flags & SOCK_CLOEXEC));
}
SYSCALL(accept) { return accept_on(a, (void *)b, (void *)c, 0); }
SYSCALL(accept4) { return accept_on(a, (void *)b, (void *)c, d); }

/* One that is not connected: who waits for connections is told that there will be none. */
static long shut_listening(struct socket *s, long how) {
    struct socket *waiting = 0;
    enter("shut a socket down", ITEM(s, WRITES));
    int listens = s->state == LISTENING;
    if (listens && how != SHUT_WR) {
        waiting = s->waiting;
        s->waiting = 0;
        s->nwaiting = 0;
        s->state = BOUND;
        s->shut = 1;
        update(s, POLLIN); /* an edge, too */
    }
    leave();
    drop(waiting);
    return listens || s->family == AF_UNIX ? 0 : -ENOTCONN;
}

SYSCALL(shutdown) {
    SOCKET(a);
    if (b < SHUT_RD || b > SHUT_RDWR) return -EINVAL;
    if (!is_stream(s)) return -ENOTCONN;
    if (!s->in) return shut_listening(s, b);
    /* The peer of a Unix socket is told that nobody will read; TCP has no word for that. */
    if (b != SHUT_WR && s->family == AF_UNIX)
        __heddle_stream_shut(s->in);
    else if (b != SHUT_WR)
        __heddle_stream_deafen(s->in);
    if (b != SHUT_RD) __heddle_stream_shut(s->out);
    return 0;
}

SYSCALL(sendto) {
    SOCKET(a);
    if (__heddle_fault("fault:send")) return -ECONNRESET;
    if (c > 1 && is_stream(s) && __heddle_fault("short:send")) c = 1;
    return send_to(file, (const char *)b, concrete(c), d, (const void *)e, f);
}
SYSCALL(recvfrom) {
    SOCKET(a);
    if (__heddle_fault("fault:receive")) return -ECONNRESET;
    if (c > 1 && is_stream(s) && !(d & MSG_WAITALL) && __heddle_fault("short:receive")) c = 1;
    return receive(file, (char *)b, concrete(c), d, (void *)e, (void *)f);
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
    long done = send_to(file, all, n, flags, m->msg_name, m->msg_namelen);
    __heddle_free(all);
    return done;
}
static long receive_message(struct file *file, struct msghdr *m, long flags) {
    long n = length_of(m), at = 0;
    char *all = kernel_alloc((unsigned long)n + 1);
    if (!all) return -ENOBUFS;
    long done = receive(file, all, n, flags, m->msg_name, m->msg_name ? &m->msg_namelen : 0);
    for (long k = 0; k < (long)m->msg_iovlen && at < done; k++) {
        long part = done - at < (long)m->msg_iov[k].iov_len ? done - at : (long)m->msg_iov[k].iov_len;
        memcpy(m->msg_iov[k].iov_base, all + at, (unsigned long)part);
        at += part;
    }
    __heddle_free(all);
    if (done >= 0) m->msg_flags = 0, m->msg_controllen = 0;
    return done;
}
SYSCALL(sendmsg) {
    SOCKET(a);
    return send_message(file, (const struct msghdr *)b, c);
}
SYSCALL(recvmsg) {
    SOCKET(a);
    return receive_message(file, (struct msghdr *)b, c);
}

SYSCALL(getsockname) {
    SOCKET(a);
    struct address local = s->local;
    if (!local.length)
        local = (struct address){.length = s->family == AF_UNIX   ? sizeof(sa_family_t)
                                           : s->family == AF_INET ? sizeof(struct sockaddr_in)
                                                                  : sizeof(struct sockaddr_in6),
                                 .any = {.sa_family = (sa_family_t)s->family}};
    give_address(&local, (void *)b, (void *)c);
    return 0;
}
SYSCALL(getpeername) {
    SOCKET(a);
    if (!s->peer.length && s->state != CONNECTED) return -ENOTCONN;
    struct address peer = s->peer;
    if (!peer.length)
        peer = (struct address){.length = sizeof(sa_family_t), .any = {.sa_family = (sa_family_t)s->family}};
    give_address(&peer, (void *)b, (void *)c);
    return 0;
}

static int *option_of(struct socket *s, long level, long name) {
    return &s->options[(unsigned long)(level * 7 + name) % 16];
}
SYSCALL(setsockopt) {
    SOCKET(a);
    if (d && e >= (long)sizeof(int)) *option_of(s, b, c) = *(const int *)d;
    return 0;
}
SYSCALL(getsockopt) {
    SOCKET(a);
    int value = *option_of(s, b, c);
    if (b == SOL_SOCKET && c == SO_ERROR) value = s->error;
    if (b == SOL_SOCKET && c == SO_TYPE) value = s->type;
    if (b == SOL_SOCKET && c == SO_ACCEPTCONN) value = s->state == LISTENING;
    if (b == SOL_SOCKET && c == SO_DOMAIN) value = s->family;
    if (b == SOL_SOCKET && (c == SO_SNDBUF || c == SO_RCVBUF) && !value) value = 65536;
    socklen_t room = *(socklen_t *)e;
    if (room > sizeof value) *(socklen_t *)e = room = sizeof value;
    memcpy((void *)d, &value, room);
    return 0;
}
