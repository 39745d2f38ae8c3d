/*
 * socket_option.c — options of sockets. Each has a level and number, a type, a range and an initial
 * value. Most are stored and have no effect; time limits and "IPv6 only" take effect elsewhere. An
 * unknown option is refused with ENOPROTOOPT, and reported by a warning.
 */
#include <sys/time.h>
#include "socket_options.h"

enum { LEAST_MTU = 1280 }; /* of IPv6 */

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

static int is_set(const struct socket *s, long k) { return s->set[k / 64] >> k % 64 & 1; }
static void note(struct socket *s, long k, int value) {
    s->options[k] = value;
    s->set[k / 64] |= 1ul << k % 64;
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

/* Whether -1 stands for the initial value. */
static int takes_initial(int level, int name) {
    switch (level) {
    case IPPROTO_IP: return name == IP_TTL || name == IP_MULTICAST_TTL;
    case IPPROTO_IPV6: return name == IPV6_UNICAST_HOPS || name == IPV6_MULTICAST_HOPS;
    default: return 0;
    }
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
    if (is_option(k, IPPROTO_IPV6, IPV6_TCLASS))
        value = value == -1 ? 0 : s->type == SOCK_STREAM ? value & ~3 : value;
    if (is_option(k, IPPROTO_TCP, TCP_MAXSEG) && !value) return known[k].initial;
    if (is_option(k, IPPROTO_TCP, TCP_WINDOW_CLAMP) && value && value < 1152) return 1152;
    if (is_option(k, IPPROTO_TCP, TCP_FASTOPEN) && value > 4096) return 4096;
    if (is_option(k, IPPROTO_TCP, TCP_THIN_DUPACK) && value == 1) return 0;
    if (is_option(k, SOL_SOCKET, SO_RCVLOWAT) && value <= 0) return value ? INT_MAX : 1;
    if (value == -1 && takes_initial(known[k].level, known[k].name)) return known[k].initial;
    return value;
}

/* Whether a program can tell that this option has no effect: data or errors would come later, in
 * other pieces, or with control messages; a port would be chosen later. */
static int is_missed(int level, int name) {
    switch (level) {
    case SOL_SOCKET:
        return name == SO_RCVLOWAT || name == SO_TIMESTAMP || name == SO_TIMESTAMPNS ||
               name == OPTION_TIMESTAMP_NEW || name == OPTION_TIMESTAMPNS_NEW ||
               name == SO_PASSCRED || name == SO_PASSSEC || name == SO_RXQ_OVFL ||
               name == SO_WIFI_STATUS || name == SO_SELECT_ERR_QUEUE;
    case IPPROTO_IP:
        return name != IP_TOS && name != IP_TTL && name != IP_MTU_DISCOVER && name != IP_FREEBIND &&
               name != IP_MULTICAST_TTL && name != IP_MULTICAST_LOOP && name != IP_MULTICAST_ALL;
    case IPPROTO_IPV6:
        return name != IPV6_UNICAST_HOPS && name != IPV6_MTU_DISCOVER && name != IPV6_TCLASS &&
               name != IPV6_MULTICAST_HOPS && name != IPV6_MULTICAST_LOOP &&
               name != IPV6_MULTICAST_ALL && name != IPV6_AUTOFLOWLABEL && name != IPV6_FREEBIND &&
               name != IPV6_DONTFRAG;
    case IPPROTO_TCP: return name == TCP_DEFER_ACCEPT || name == TCP_INQ || name == TCP_TX_DELAY;
    case IPPROTO_UDP: return name == UDP_CORK || name == UDP_SEGMENT;
    default: return 0;
    }
}

/* Options that streams do not have. */
static long refused_for_type(const struct socket *s, int level, int name) {
    if (s->type != SOCK_STREAM) return 0;
    if (level == IPPROTO_IP && name == IP_MULTICAST_TTL) return -EINVAL;
    return level == IPPROTO_IPV6 && name == IPV6_MULTICAST_HOPS ? -ENOPROTOOPT : 0;
}

/* Whether an option may be set by less than a number: a text, or nothing, which is 0. */
static int takes_short(int level, int name) {
    switch (level) {
    case SOL_SOCKET: return name == SO_BINDTODEVICE;
    case IPPROTO_TCP: return name == TCP_CONGESTION;
    case IPPROTO_IPV6:
        return name == IPV6_AUTOFLOWLABEL || name == IPV6_DONTFRAG || name == IPV6_RECVFRAGSIZE;
    default: return 0;
    }
}
/* Whether an option of IP takes a byte, but not nothing. */
static int takes_bytes(int name) {
    return name == IP_TTL || name == IP_MULTICAST_TTL || name == IP_MULTICAST_LOOP ||
           name == IP_MULTICAST_ALL || name == IP_MINTTL || name == IP_FREEBIND;
}

/* Sets a number of 8 bytes; of one of 4 bytes the others are 0, but for -1. */
static long set_wide(struct socket *s, long k, const void *from, long length, int value) {
    long all = value == -1 ? -1 : (long)(unsigned)value;
    if (length >= (long)sizeof all) memcpy(&all, from, sizeof all);
    int shared = share_socket(s, WRITES);
    note(s, k, (int)all);
    s->options[UPPER_HALF] = (int)(all >> 32);
    unshare_socket(shared);
    return 0;
}
static long wide_of(const struct socket *s, long k) {
    if (!is_set(s, k)) return known[k].initial;
    return (long)s->options[UPPER_HALF] << 32 | (unsigned)s->options[k];
}

/* Algorithms against congestion, of which none has an effect; the first is the usual one. */
static const char algorithms[][16] = {"cubic", "reno"};

static long set_algorithm(struct socket *s, long k, const char *name, long length) {
    char text[16] = {0};
    if (length < 1) return -EINVAL;
    for (long i = 0; i < length && i < (long)sizeof text - 1 && name[i]; i++)
        text[i] = (char)concrete(name[i]);
    for (int i = 0; i < (int)(sizeof algorithms / sizeof *algorithms); i++) {
        if (memcmp(algorithms[i], text, sizeof text)) continue;
        int shared = share_socket(s, WRITES);
        note(s, k, i);
        unshare_socket(shared);
        return 0;
    }
    return -ENOENT;
}

/* The loopback is the only device: who is bound to it or to none is sent the same. */
static const char device[] = "lo";

static long set_device(struct socket *s, long k, const char *name, long length) {
    int bound = length > 0 && concrete(*name);
    if (bound &&
        (length < 2 || name[0] != device[0] || name[1] != device[1] || (length > 2 && name[2])))
        return -ENODEV;
    int shared = share_socket(s, WRITES);
    note(s, k, bound);
    unshare_socket(shared);
    return 0;
}

static long set_number(struct socket *s, long k, int value) {
    if (known[k].kind == FLAG) value = value != 0;
    if (known[k].kind == BUFFER) {
        value = value < 0 || value > known[k].most / 2 ? known[k].most : value * 2;
        if (value < known[k].least) value = known[k].least;
    } else if (known[k].kind == NUMBER) {
        value = adjusted(s, k, value);
        if (value < known[k].least || value > known[k].most)
            return known[k].error ? -known[k].error : -EINVAL;
        if (is_option(k, IPPROTO_TCP, TCP_MAXSEG) && value && value < 88) return -EINVAL;
    }
    int shared = share_socket(s, WRITES), locked = 0;
    if (is_option(k, SOL_SOCKET, SO_LOCK_FILTER)) locked = is_set(s, k) && s->options[k] && !value;
    if (!locked) note(s, k, value);
    unshare_socket(shared);
    if (locked) return -EPERM;
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
    long refused = refused_for_type(s, level, name);
    if (refused) return refused;
    /* Options of IP may be a byte, or nothing, which is 0. */
    int full = length >= (long)sizeof value;
    if (!full && level != IPPROTO_IP && !takes_short(level, name)) return -EINVAL;
    long k = place_of(level, name);
    if (k < 0) return k;
    if (!length && level == IPPROTO_IP && takes_bytes(name)) return -EINVAL;
    if (length && !d) return -EFAULT;
    if (full)
        memcpy(&value, (const void *)d, sizeof value);
    else if (length && level == IPPROTO_IP)
        value = *(const unsigned char *)d;
    switch (known[k].kind) {
    case IGNORED: return 0;
    case FORCED: return -EPERM;
    case WIDE: return set_wide(s, k, (const void *)d, length, value);
    case DEVICE: return set_device(s, k, (const char *)d, length);
    case ALGORITHM: return set_algorithm(s, k, (const char *)d, length);
    case PATH_SIZE:
        if (level == IPPROTO_IP) return -ENOPROTOOPT;
        return !value || value >= LEAST_MTU ? 0 : -EINVAL;
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
    if (o->kind == TOLD && o->level == SOL_SOCKET) return told(s, o->name, o->initial);
    if (s->family == AF_INET6 && is_option(k, IPPROTO_IP, IP_MULTICAST_ALL) && !is_set(s, k))
        return 0;
    if (is_set(s, k)) return s->options[k];
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
        char text[16];
        long wide;
    } x;
    if (!has_level(s, level)) return s->family == AF_INET6 ? -ENOPROTOOPT : -EOPNOTSUPP;
    int room = (int)concrete(*(socklen_t *)e);
    if (room < 0 && level == IPPROTO_IPV6) room = INT_MAX; /* as a number without a sign */
    if (room < 0) return -EINVAL;
    long k = place_of(level, name);
    if (k < 0) return k;
    if (known[k].kind == FORCED) return -ENOPROTOOPT;
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
    case WIDE:
        x.wide = wide_of(s, k);
        size = sizeof x.wide;
        break;
    case ALGORITHM:
        memcpy(x.text, algorithms[number_of(s, k)], sizeof x.text);
        size = sizeof x.text;
        break;
    case DEVICE:
        size = number_of(s, k) ? sizeof device : 0;
        memcpy(x.text, device, sizeof device);
        break;
    default: x.number = number_of(s, k);
    }
    int unconnected = known[k].kind == PATH_SIZE && s->state != CONNECTED;
    unshare_socket(shared);
    if (unconnected) return -ENOTCONN;
    if (room > size) room = (int)size;
    /* Of an option of IP that fits there is a byte, if there is no room for a number. */
    if (level == IPPROTO_IP && room && room < size && (unsigned)x.number <= 255) room = 1;
    memcpy((void *)d, &x, (unsigned long)room);
    *(socklen_t *)e = (socklen_t)room;
    return 0;
}
