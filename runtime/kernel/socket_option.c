/*
 * socket_option.c — options of sockets. Each has a level and number, a type, a range and an initial
 * value. Most are stored and have no effect; time limits and "IPv6 only" take effect elsewhere. An
 * unknown option is refused with ENOPROTOOPT, and reported by a warning.
 */
#include <limits.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <sys/time.h>
#include "socket.h"

enum kind {
    NUMBER,
    FLAG,   /* any number but 0 becomes 1 */
    TOLD,   /* read-only */
    BUFFER, /* is doubled */
    LINGERS,
    TIME_TO_RECEIVE,
    TIME_TO_SEND,
    ONLY_V6,
    PEER,
    INFORMATION
};

static const struct known {
    int level, name;
    enum kind kind;
    int initial, least, most;
} known[] = {
    {SOL_SOCKET, SO_DEBUG, TOLD, 0, 0, 0},
    {SOL_SOCKET, SO_TYPE, TOLD, 0, 0, 0},
    {SOL_SOCKET, SO_ERROR, TOLD, 0, 0, 0},
    {SOL_SOCKET, SO_ACCEPTCONN, TOLD, 0, 0, 0},
    {SOL_SOCKET, SO_PROTOCOL, TOLD, 0, 0, 0},
    {SOL_SOCKET, SO_DOMAIN, TOLD, 0, 0, 0},
    {SOL_SOCKET, SO_SNDLOWAT, TOLD, 1, 0, 0},
    {SOL_SOCKET, SO_REUSEADDR, FLAG, 0, 0, 0},
    {SOL_SOCKET, SO_REUSEPORT, FLAG, 0, 0, 0},
    {SOL_SOCKET, SO_DONTROUTE, FLAG, 0, 0, 0},
    {SOL_SOCKET, SO_BROADCAST, FLAG, 0, 0, 0},
    {SOL_SOCKET, SO_KEEPALIVE, FLAG, 0, 0, 0},
    {SOL_SOCKET, SO_OOBINLINE, FLAG, 0, 0, 0},
    {SOL_SOCKET, SO_TIMESTAMP, FLAG, 0, 0, 0},
    {SOL_SOCKET, SO_PASSCRED, FLAG, 0, 0, 0},
    {SOL_SOCKET, SO_RXQ_OVFL, FLAG, 0, 0, 0},
    {SOL_SOCKET, SO_PRIORITY, NUMBER, 0, 0, 6},
    {SOL_SOCKET, SO_RCVLOWAT, NUMBER, 1, 0, INT_MAX},
    {SOL_SOCKET, SO_SNDBUF, BUFFER, 212992, 4608, 425984},
    {SOL_SOCKET, SO_RCVBUF, BUFFER, 212992, 2304, 425984},
    {SOL_SOCKET, SO_LINGER, LINGERS, 0, 0, 0},
    {SOL_SOCKET, SO_RCVTIMEO, TIME_TO_RECEIVE, 0, 0, 0},
    {SOL_SOCKET, SO_SNDTIMEO, TIME_TO_SEND, 0, 0, 0},
    {SOL_SOCKET, SO_PEERCRED, PEER, 0, 0, 0},
    {IPPROTO_TCP, TCP_INFO, INFORMATION, 0, 0, 0},
    {IPPROTO_IP, IP_TOS, NUMBER, 0, 0, 255},
    {IPPROTO_IP, IP_TTL, NUMBER, 64, 1, 255},
    {IPPROTO_IP, IP_MTU_DISCOVER, NUMBER, 1, 0, 5},
    {IPPROTO_IP, IP_RECVERR, FLAG, 0, 0, 0},
    {IPPROTO_IP, IP_PKTINFO, FLAG, 0, 0, 0},
    {IPPROTO_IP, IP_RECVTTL, FLAG, 0, 0, 0},
    {IPPROTO_IP, IP_RECVTOS, FLAG, 0, 0, 0},
    {IPPROTO_IP, IP_FREEBIND, FLAG, 0, 0, 0},
    {IPPROTO_IP, IP_MULTICAST_TTL, NUMBER, 1, 0, 255},
    {IPPROTO_IP, IP_MULTICAST_LOOP, FLAG, 1, 0, 0},
    {IPPROTO_IPV6, IPV6_V6ONLY, ONLY_V6, 0, 0, 0},
    {IPPROTO_IPV6, IPV6_UNICAST_HOPS, NUMBER, 64, 0, 255},
    {IPPROTO_IPV6, IPV6_MULTICAST_HOPS, NUMBER, 1, 0, 255},
    {IPPROTO_IPV6, IPV6_MULTICAST_LOOP, FLAG, 1, 0, 0},
    {IPPROTO_IPV6, IPV6_RECVPKTINFO, FLAG, 0, 0, 0},
    {IPPROTO_IPV6, IPV6_TCLASS, NUMBER, 0, 0, 255},
    {IPPROTO_TCP, TCP_NODELAY, FLAG, 0, 0, 0},
    {IPPROTO_TCP, TCP_CORK, FLAG, 0, 0, 0},
    {IPPROTO_TCP, TCP_KEEPIDLE, NUMBER, 7200, 1, 32767},
    {IPPROTO_TCP, TCP_KEEPINTVL, NUMBER, 75, 1, 32767},
    {IPPROTO_TCP, TCP_KEEPCNT, NUMBER, 9, 1, 127},
    {IPPROTO_TCP, TCP_SYNCNT, NUMBER, 6, 1, 127},
    {IPPROTO_TCP, TCP_LINGER2, NUMBER, 60, INT_MIN, INT_MAX},
    {IPPROTO_TCP, TCP_MAXSEG, NUMBER, 536, 0, 32767},
    {IPPROTO_TCP, TCP_DEFER_ACCEPT, NUMBER, 0, INT_MIN, INT_MAX},
    {IPPROTO_TCP, TCP_QUICKACK, FLAG, 1, 0, 0},
    {IPPROTO_TCP, TCP_USER_TIMEOUT, NUMBER, 0, 0, INT_MAX},
};
enum { KNOWN = sizeof known / sizeof *known };
_Static_assert(KNOWN <= SOCKET_OPTIONS, "a socket has room for each option");

/* Whether this socket has options of this level. */
static int has_level(const struct socket *s, int level) {
    switch (level) {
    case SOL_SOCKET: return 1;
    case IPPROTO_IP: return s->family != AF_UNIX;
    case IPPROTO_IPV6: return s->family == AF_INET6;
    case IPPROTO_TCP: return s->family != AF_UNIX && s->type == SOCK_STREAM;
    case IPPROTO_UDP: return s->family != AF_UNIX && s->type == SOCK_DGRAM;
    default: return 0;
    }
}

/* Returns the index of an option in the table, or -errno if this socket has no such option. */
static long place_of(int level, int name) {
    for (long k = 0; k < KNOWN; k++)
        if (known[k].level == level && known[k].name == name) return k;
    __heddle_warn("an option of a socket that is not modelled was refused (ENOPROTOOPT)");
    return -ENOPROTOOPT;
}

static long set_linger(struct socket *s, const struct linger *l) {
    int on = concrete(l->l_onoff) != 0, time = l->l_linger, shared = share_socket(s, WRITES);
    s->lingers = on;
    if (on) s->linger = time;
    unshare_socket(shared);
    return 0;
}

static long set_only_v6(struct socket *s, int on) {
    int shared = share_socket(s, WRITES), bound = s->local.length != 0;
    if (!bound) s->only_v6 = on;
    unshare_socket(shared);
    return bound ? -EINVAL : 0;
}

static long set_time(struct socket *s, long *to, const void *from, long length) {
    struct timeval t;
    if (length < (long)sizeof t) return -EINVAL;
    memcpy(&t, from, sizeof t);
    if (concrete(t.tv_usec) < 0 || concrete(t.tv_usec) >= 1000000) return -EDOM;
    long time =
        concrete(t.tv_sec) < 0 ? 0 : concrete(t.tv_sec) * 1000000000 + concrete(t.tv_usec) * 1000;
    int shared = share_socket(s, WRITES);
    *to = time;
    unshare_socket(shared);
    return 0;
}

static int is_option(long k, int level, int name) {
    return known[k].level == level && known[k].name == name;
}

/* Returns the number of seconds for which as many attempts last as fit into these seconds, each
 * twice as long as the one before. */
static int seconds_of_attempts(int seconds) {
    long period = seconds > 0, timeout = 1;
    for (int attempts = 1; seconds > period && attempts < 255; attempts++) {
        timeout = timeout < 60 ? timeout * 2 : 120;
        period += timeout;
    }
    return (int)period;
}

/* Returns what the number becomes that an option is set to, for options with rules of their own. */
static int adjusted(const struct socket *s, long k, int value) {
    if (is_option(k, IPPROTO_IP, IP_TOS)) {
        /* TCP keeps the bits of congestion notification. */
        return value & (s->type == SOCK_STREAM ? 0xfc : 0xff);
    }
    if (is_option(k, IPPROTO_TCP, TCP_DEFER_ACCEPT)) return seconds_of_attempts(value);
    if (is_option(k, IPPROTO_TCP, TCP_LINGER2))
        return value < 0 ? -1 : !value ? 60 : value > 120 ? 120 : value;
    if (is_option(k, SOL_SOCKET, SO_RCVLOWAT) && value <= 0) return value ? INT_MAX : 1;
    if (value == -1 && (known[k].level == IPPROTO_IPV6 || known[k].level == IPPROTO_IP))
        return known[k].initial;
    return value;
}

/* Whether a program can tell that this option has no effect: data would come later, or be told of
 * in control messages. */
static int is_missed(int level, int name) {
    switch (level) {
    case SOL_SOCKET:
        return name == SO_RCVLOWAT || name == SO_TIMESTAMP || name == SO_PASSCRED ||
               name == SO_RXQ_OVFL;
    case IPPROTO_IP:
        return name == IP_PKTINFO || name == IP_RECVTTL || name == IP_RECVTOS || name == IP_RECVERR;
    case IPPROTO_IPV6: return name == IPV6_RECVPKTINFO;
    default: return level == IPPROTO_TCP && name == TCP_DEFER_ACCEPT;
    }
}

static long set_number(struct socket *s, long k, int value) {
    if (known[k].kind == FLAG) value = value != 0;
    if (known[k].kind == BUFFER) {
        value = value < 0 || value > known[k].most / 2 ? known[k].most : value * 2;
        if (value < known[k].least) value = known[k].least;
    } else if (known[k].kind == NUMBER) {
        value = adjusted(s, k, value);
        if (value < known[k].least || value > known[k].most)
            return is_option(k, SOL_SOCKET, SO_PRIORITY) ? -EPERM : -EINVAL;
        if (is_option(k, IPPROTO_TCP, TCP_MAXSEG) && value && value < 88) return -EINVAL;
    }
    int shared = share_socket(s, WRITES);
    s->options[k] = value;
    s->set |= 1ul << k;
    unshare_socket(shared);
    if (value != known[k].initial && is_missed(known[k].level, known[k].name))
        __heddle_warn("an option of a socket was set that has no effect");
    return 0;
}

SYSCALL(setsockopt) {
    SOCKET(a);
    int level = (int)concrete(b), name = (int)concrete(c), value = 0;
    long length = (int)concrete(e);
    struct linger linger;
    if (length < 0) return -EINVAL;
    if (!has_level(s, level)) return s->family == AF_UNIX ? -EOPNOTSUPP : -ENOPROTOOPT;
    /* Options of IP may be a byte, or nothing, which is 0. */
    int full = length >= (long)sizeof value;
    if (!full && level != IPPROTO_IP) return -EINVAL;
    long k = place_of(level, name);
    if (k < 0) return k;
    if (!length && name == IP_TTL && level == IPPROTO_IP) return -EINVAL;
    if (length && !d) return -EFAULT;
    if (full)
        memcpy(&value, (const void *)d, sizeof value);
    else if (length)
        value = *(const unsigned char *)d;
    switch (known[k].kind) {
    case TOLD: return known[k].name == SO_DEBUG ? value ? -EACCES : 0 : -ENOPROTOOPT;
    case PEER:
    case INFORMATION: return -ENOPROTOOPT;
    case LINGERS:
        if (length < (long)sizeof linger) return -EINVAL;
        memcpy(&linger, (const void *)d, sizeof linger);
        return set_linger(s, &linger);
    case TIME_TO_RECEIVE: return set_time(s, &s->receive_timeout, (const void *)d, length);
    case TIME_TO_SEND: return set_time(s, &s->send_timeout, (const void *)d, length);
    case ONLY_V6: return set_only_v6(s, value != 0);
    case NUMBER:
    case FLAG:
    case BUFFER: return set_number(s, k, value);
    }
    return -ENOPROTOOPT;
}

static int told(struct socket *s, int name, int initial) {
    int value;
    switch (name) {
    case SO_TYPE: return s->type;
    case SO_ACCEPTCONN: return s->state == LISTENING;
    case SO_DOMAIN: return s->family;
    case SO_PROTOCOL:
        return s->family == AF_UNIX ? 0 : s->type == SOCK_STREAM ? IPPROTO_TCP : IPPROTO_UDP;
    case SO_ERROR: /* reading clears it */
        value = s->error;
        if (value) s->error = 0;
        return value;
    default: return initial;
    }
}

static int number_of(struct socket *s, long k) {
    const struct known *o = &known[k];
    if (o->kind == ONLY_V6) return s->only_v6;
    if (o->kind == TOLD) return told(s, o->name, o->initial);
    if (s->set >> k & 1) return s->options[k];
    if (o->kind == BUFFER && s->family != AF_UNIX && s->type == SOCK_STREAM)
        return o->name == SO_SNDBUF ? 16384 : 131072;
    return o->initial;
}

SYSCALL(getsockopt) {
    SOCKET(a);
    int level = (int)concrete(b), name = (int)concrete(c);
    long size = sizeof(int);
    union {
        int number;
        struct linger linger;
        struct timeval time;
        struct {
            int pid, uid, gid;
        } peer;
        struct tcp_info information;
    } x;
    if (!has_level(s, level)) return s->family == AF_INET6 ? -ENOPROTOOPT : -EOPNOTSUPP;
    int room = (int)concrete(*(socklen_t *)e);
    if (room < 0 && level == IPPROTO_IPV6) room = INT_MAX; /* as a number without a sign */
    if (room < 0) return -EINVAL;
    long k = place_of(level, name);
    if (k < 0) return k;
    int shared = share_socket(s, is_option(k, SOL_SOCKET, SO_ERROR) ? WRITES : READS);
    switch (known[k].kind) {
    case LINGERS:
        x.linger = (struct linger){s->lingers, s->linger};
        size = sizeof x.linger;
        break;
    case TIME_TO_RECEIVE:
    case TIME_TO_SEND: {
        long time = known[k].kind == TIME_TO_SEND ? s->send_timeout : s->receive_timeout;
        x.time = (struct timeval){time / 1000000000, time % 1000000000 / 1000};
        size = sizeof x.time;
        break;
    }
    case PEER:
        x.peer.pid = s->family == AF_UNIX && s->in ? 1000 : 0;
        x.peer.uid = x.peer.gid = x.peer.pid ? 1000 : -1;
        size = sizeof x.peer;
        break;
    case INFORMATION:
        x.information = (struct tcp_info){.tcpi_state = s->state == LISTENING   ? TCP_LISTEN
                                                        : s->state == CONNECTED ? TCP_ESTABLISHED
                                                                                : TCP_CLOSE};
        size = sizeof x.information;
        break;
    default: x.number = number_of(s, k);
    }
    unshare_socket(shared);
    if (room > size) room = (int)size;
    /* Of an option of IP that fits there is a byte, if there is no room for a number. */
    if (level == IPPROTO_IP && room && room < size && (unsigned)x.number <= 255) room = 1;
    memcpy((void *)d, &x, (unsigned long)room);
    *(socklen_t *)e = (socklen_t)room;
    return 0;
}
