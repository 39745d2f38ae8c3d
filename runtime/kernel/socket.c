/*
 * socket.c — sockets as open files: the operations on a descriptor of a socket, and the settings of
 * a single socket. Connections are in socket_address.c and socket_connect.c, data in
 * socket_message.c.
 */
#include <sys/ioctl.h>
#include "socket.h"

HIDDEN void __heddle_drop_waiting(struct socket *waiting) {
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
    /* Only a socket with an address is known to others. */
    if (s->bound || s->state == LISTENING) {
        enter("close a socket", ITEM(&__heddle_ports, WRITES), ITEM(s, WRITES));
        __heddle_unbind(s);
        waiting = s->waiting;
        m = s->messages;
        s->waiting = 0;
        s->messages = 0;
        s->nwaiting = 0;
        known = s->state == LISTENING || !is_stream(s);
        s->state = NEW;
        s->word |= POLLHUP;
        leave();
    }
    __heddle_drop_waiting(waiting);
    for (struct message *next; m; m = next) {
        next = m->next;
        __heddle_free(m);
    }
    __heddle_stream_close(s->in, s->out, f->kept);
    /* A thread that looked up the address may still use the socket. */
    if (!known && !f->kept) __heddle_free(s);
}

static long socket_read(struct file *f, char *to, long n, long offset) {
    return offset >= 0 ? -ESPIPE : __heddle_receive(f, to, n, 0, 0, 0);
}
static long socket_write(struct file *f, const char *from, long n, long offset) {
    return offset >= 0 ? -ESPIPE : __heddle_send_to(f, from, n, 0, 0, 0);
}

static int socket_watch(struct file *f, unsigned events, struct __heddle_item *items) {
    struct socket *s = f->object;
    if (is_stream(s) && !s->in && s->state != LISTENING) {
        /* Neither connected nor listening, which is reported at once. */
        items[0] = (struct __heddle_item)WAIT(f, READS, POLLOUT);
        items[1] = (struct __heddle_item)ITEM(s, READS);
        return 2;
    }
    if (!is_stream(s)) {
        /* A datagram can always be sent. */
        int sends = (events & POLLOUT) != 0;
        items[0] = (struct __heddle_item)WAIT(s, READS, (events & POLLIN) | (sends ? 0 : POLLHUP));
        items[1] = (struct __heddle_item)WAIT(f, READS, POLLOUT);
        return 1 + sends;
    }
    if (!s->in) {
        unsigned bits = s->state == LISTENING ? events & POLLIN : 0;
        items[0] = (struct __heddle_item)WAIT(s, READS, bits | POLLHUP);
        return 1;
    }
    items[0] = (struct __heddle_item)WAIT(s->in, READS,
                                          (events & POLLIN) | (events & POLLRDHUP ? POLLHUP : 0));
    items[1] = (struct __heddle_item)WAIT(
        s->out, READS, events & (POLLIN | POLLOUT | POLLRDHUP) ? events & POLLOUT : POLLERR);
    return 2;
}

static unsigned socket_ready(struct file *f) {
    struct socket *s = f->object;
    if (!is_stream(s)) return (s->word & POLLIN) | POLLOUT;
    if (!s->in) {
        if (s->state == LISTENING) return s->word & POLLIN;
        if (s->shut && s->family == AF_UNIX)
            return POLLIN | POLLRDHUP | (s->shut > 1 ? POLLHUP : 0);
        return POLLHUP | POLLOUT | (s->error ? POLLERR | POLLIN | POLLRDHUP : 0);
    }
    unsigned bits = (s->in->word & POLLIN) | (s->out->word & POLLOUT);
    if (s->in->word & POLLHUP)
        bits |= POLLRDHUP | (!s->out->writers || s->out->word & POLLERR ? POLLHUP : 0);
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
    struct stream *in = is_stream(s) ? stream_in(s) : 0;
    if (in) {
        enter("look at a socket", ITEM(in, READS));
        n = (int)__heddle_stream_left(in);
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

HIDDEN struct socket *__heddle_socket_new(int family, int type) {
    struct socket *s = kernel_alloc(sizeof *s);
    if (!s) return 0;
    s->family = family;
    s->type = type;
    update(s, 0);
    return s;
}

HIDDEN struct file *__heddle_socket_open(struct socket *s, long type) {
    struct file *f = s ? __heddle_file_new(&socket_operations, s,
                                           O_RDWR | (type & SOCK_NONBLOCK ? O_NONBLOCK : 0))
                       : 0;
    if (f) s->file = f;
    return f;
}

HIDDEN struct socket *__heddle_socket_of(long fd, struct file **file, long *error) {
    struct file *f = __heddle_file(fd);
    *error = !f ? -EBADF : f->ops != &socket_operations ? -ENOTSOCK : 0;
    *file = f;
    return *error ? 0 : f->object;
}

/* --- calls --- */

HIDDEN long __heddle_refuse_socket(int family, int type, int protocol) {
    if (type & ~15 || type < 0 || type > SOCK_PACKET) return -EINVAL;
    if (family != AF_INET && family != AF_INET6 && family != AF_UNIX) return -EAFNOSUPPORT;
    if (family == AF_UNIX) {
        if (protocol && protocol != PF_UNIX) return -EPROTONOSUPPORT;
        return type == SOCK_STREAM || type == SOCK_DGRAM || type == SOCK_SEQPACKET
                   ? 0
                   : -ESOCKTNOSUPPORT;
    }
    if (protocol < 0 || protocol >= 263) return -EINVAL; /* beyond IPPROTO_MPTCP */
    int usual = type == SOCK_STREAM ? IPPROTO_TCP : type == SOCK_DGRAM ? IPPROTO_UDP : 0;
    if (!usual)
        return type == SOCK_RAW && protocol ? -EPERM
               : type == SOCK_RAW           ? -EPROTONOSUPPORT
                                            : -ESOCKTNOSUPPORT;
    return protocol && protocol != usual ? -EPROTONOSUPPORT : 0;
}

SYSCALL(socket) {
    if (__heddle_fault("fault:socket")) return -EMFILE;
    int type = (int)concrete(b) & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
    long refused = __heddle_refuse_socket((int)concrete(a), type, (int)concrete(c));
    if (refused) return refused;
    return __heddle_install_new(__heddle_socket_open(__heddle_socket_new((int)a, type), b),
                                !!(b & SOCK_CLOEXEC));
}
