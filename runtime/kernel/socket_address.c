/*
 * socket_address.c — the addresses of sockets: passing them, finding the socket with an address,
 * and binding.
 */
#include <arpa/inet.h>
#include <limits.h>
#include "socket.h"

HIDDEN struct ports __heddle_ports;

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

HIDDEN int __heddle_place_of(const struct address *a) {
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

HIDDEN long __heddle_take_address(const void *from, long length, int family, struct address *to) {
    *to = (struct address){0};
    length = concrete(length);
    if (!from) return -EFAULT;
    if (length < (long)sizeof(sa_family_t) || length > (long)sizeof(struct sockaddr_un))
        return -EINVAL;
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

HIDDEN void __heddle_give_address(const struct address *a, void *to, void *length) {
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
    /* A socket bound to the IPv6 address "any" also accepts IPv4. */
    if (bound->any.sa_family != wanted->any.sa_family &&
        !(bound->any.sa_family == AF_INET6 && __heddle_place_of(bound) == 0))
        return 0;
    return 1;
}

/* Called within a piece on __heddle_ports. */
static struct socket *find(const struct address *a, int type) {
    for (struct socket *s = __heddle_ports.first; s; s = s->next_bound)
        if (s->type == type && same(&s->local, a) && !(s->only_v6 && a->any.sa_family == AF_INET))
            return s;
    return 0;
}

HIDDEN long __heddle_why_not_found(const struct address *a, int type) {
    char path[PATH_MAX], name[sizeof a->un.sun_path + 1] = {0};
    int made;
    unsigned is;
    if (a->any.sa_family != AF_UNIX) return -ECONNREFUSED;
    static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
    for (unsigned k = 0; k < sizeof types / sizeof *types; k++)
        if (types[k] != type && __heddle_find_socket(a, types[k])) return -EPROTOTYPE;
    if (!a->un.sun_path[0] || a->length <= sizeof(sa_family_t)) return -ECONNREFUSED;
    memcpy(name, a->un.sun_path, a->length - sizeof(sa_family_t));
    long e = __heddle_resolve(AT_FDCWD, name, 1, path);
    return e ? e : __heddle_inode(path, 0, &made, &is) ? -ECONNREFUSED : -ENOENT;
}

HIDDEN struct socket *__heddle_find_socket(const struct address *a, int type) {
    if (a->any.sa_family == AF_UNIX && a->un.sun_path[0] && a->length > sizeof(sa_family_t)) {
        char path[PATH_MAX], name[sizeof a->un.sun_path + 1] = {0};
        int made;
        unsigned is;
        memcpy(name, a->un.sun_path, a->length - sizeof(sa_family_t));
        if (__heddle_resolve(AT_FDCWD, name, 1, path)) return 0;
        struct inode *i = __heddle_inode(path, 0, &made, &is);
        if (!i || !S_ISSOCK(is)) return 0;
        enter("find a socket", ITEM(&__heddle_ports, READS));
        struct socket *s = i->socket;
        leave();
        return s && s->type == type ? s : 0;
    }
    enter("find a socket", ITEM(&__heddle_ports, READS));
    struct socket *s = find(a, type);
    leave();
    return s;
}

HIDDEN long __heddle_bind_to(struct socket *s, const struct address *a, int how) {
    struct address local = *a;
    struct inode *inode = 0;
    int shared = share_socket(s, READS), has_one = s->state != NEW || s->local.length;
    unshare_socket(shared);
    if (has_one) return how == AUTOMATIC ? 0 : -EINVAL; /* no name is made for it */
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
    } else if (__heddle_place_of(a) < 0)
        return -EADDRNOTAVAIL;
    long e = 0;
    enter("bind a socket", ITEM(&__heddle_ports, WRITES), ITEM(s, WRITES));
    has_one = s->state != NEW || s->local.length;
    if (has_one)
        e = how == AUTOMATIC ? 0 : -EINVAL;
    else if (a->any.sa_family != AF_UNIX && !port_of(&local)) {
        int thread = __heddle_thread_self() & 255;
        do set_port(&local, 32768 + (thread * 100 + __heddle_ports.ephemeral[thread]++) % 28000);
        while (find(&local, s->type));
    } else if (!inode && find(&local, s->type))
        e = -EADDRINUSE;
    if (!e && !has_one) {
        s->local = local;
        s->inode = inode;
        if (inode) inode->socket = s;
        s->bound = 1;
        s->next_bound = __heddle_ports.first;
        __heddle_ports.first = s;
        if (s->state == NEW) s->state = BOUND;
    }
    leave();
    return e;
}

HIDDEN void __heddle_unbind(struct socket *s) {
    for (struct socket **at = &__heddle_ports.first; *at; at = &(*at)->next_bound)
        if (*at == s) {
            *at = s->next_bound;
            break;
        }
    if (s->inode && s->inode->socket == s) s->inode->socket = 0;
}

/* --- calls --- */

SYSCALL(bind) {
    SOCKET(a);
    struct address local;
    error = __heddle_take_address((const void *)b, c, s->family, &local);
    return error ? error : __heddle_bind_to(s, &local, BY_PROGRAM);
}

SYSCALL(getsockname) {
    SOCKET(a);
    struct address local = address_of(s, &s->local);
    if (!local.length)
        local = (struct address){.length = s->family == AF_UNIX   ? sizeof(sa_family_t)
                                           : s->family == AF_INET ? sizeof(struct sockaddr_in)
                                                                  : sizeof(struct sockaddr_in6),
                                 .any = {.sa_family = (sa_family_t)s->family}};
    __heddle_give_address(&local, (void *)b, (void *)c);
    return 0;
}
SYSCALL(getpeername) {
    SOCKET(a);
    int shared = share_socket(s, READS), connected = s->state == CONNECTED;
    struct address peer = s->peer;
    unshare_socket(shared);
    if (!peer.length && !connected) return -ENOTCONN;
    if (!peer.length)
        peer = (struct address){.length = sizeof(sa_family_t),
                                .any = {.sa_family = (sa_family_t)s->family}};
    __heddle_give_address(&peer, (void *)b, (void *)c);
    return 0;
}
