/* getsockopt and setsockopt: each option, of each type of socket, with lengths and values. */
#include "line.h"
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <sys/socket.h>
#include <unistd.h>

#define OPTION(level, name, varies) {level, name, #name, varies}
/* Of what varies between machines only the result is told. */
static const struct {
    int level, name;
    const char *text;
    int varies;
} options[] = {
    OPTION(SOL_SOCKET, SO_REUSEADDR, 0),
    OPTION(SOL_SOCKET, SO_TYPE, 0),
    OPTION(SOL_SOCKET, SO_ERROR, 0),
    OPTION(SOL_SOCKET, SO_DONTROUTE, 0),
    OPTION(SOL_SOCKET, SO_BROADCAST, 0),
    OPTION(SOL_SOCKET, SO_SNDBUF, 1),
    OPTION(SOL_SOCKET, SO_RCVBUF, 1),
    OPTION(SOL_SOCKET, SO_KEEPALIVE, 0),
    OPTION(SOL_SOCKET, SO_OOBINLINE, 0),
    OPTION(SOL_SOCKET, SO_PRIORITY, 0),
    OPTION(SOL_SOCKET, SO_LINGER, 0),
    OPTION(SOL_SOCKET, SO_RCVLOWAT, 0),
    OPTION(SOL_SOCKET, SO_SNDLOWAT, 0),
    OPTION(SOL_SOCKET, SO_RCVTIMEO, 0),
    OPTION(SOL_SOCKET, SO_SNDTIMEO, 0),
    OPTION(SOL_SOCKET, SO_ACCEPTCONN, 0),
    OPTION(SOL_SOCKET, SO_PROTOCOL, 0),
    OPTION(SOL_SOCKET, SO_DOMAIN, 0),
    OPTION(SOL_SOCKET, SO_TIMESTAMP, 0),
    OPTION(SOL_SOCKET, 999, 0),
    OPTION(IPPROTO_TCP, TCP_NODELAY, 0),
    OPTION(IPPROTO_TCP, TCP_MAXSEG, 1),
    OPTION(IPPROTO_TCP, TCP_CORK, 0),
    OPTION(IPPROTO_TCP, TCP_KEEPIDLE, 0),
    OPTION(IPPROTO_TCP, TCP_KEEPINTVL, 0),
    OPTION(IPPROTO_TCP, TCP_KEEPCNT, 0),
    OPTION(IPPROTO_TCP, TCP_SYNCNT, 0),
    OPTION(IPPROTO_TCP, TCP_LINGER2, 0),
    OPTION(IPPROTO_TCP, TCP_DEFER_ACCEPT, 0),
    OPTION(IPPROTO_TCP, TCP_QUICKACK, 0),
    OPTION(IPPROTO_TCP, TCP_USER_TIMEOUT, 0),
    OPTION(IPPROTO_TCP, 999, 0),
    OPTION(IPPROTO_IP, IP_TOS, 0),
    OPTION(IPPROTO_IP, IP_TTL, 0),
    OPTION(IPPROTO_IP, IP_RECVTTL, 0),
    OPTION(IPPROTO_IPV6, IPV6_V6ONLY, 0),
    OPTION(IPPROTO_IPV6, IPV6_UNICAST_HOPS, 0),
    OPTION(IPPROTO_UDP, 999, 0),
    OPTION(IPPROTO_IP, IP_MTU_DISCOVER, 0),
    OPTION(IPPROTO_IP, IP_MULTICAST_TTL, 0),
    OPTION(IPPROTO_IP, IP_MULTICAST_LOOP, 0),
    OPTION(IPPROTO_IPV6, IPV6_MULTICAST_HOPS, 0),
    OPTION(IPPROTO_IPV6, IPV6_MULTICAST_LOOP, 0),
    OPTION(IPPROTO_IPV6, IPV6_TCLASS, 0),
    OPTION(SOL_SOCKET, SO_BSDCOMPAT, 0),
    OPTION(SOL_SOCKET, SO_BINDTODEVICE, 0),
    OPTION(SOL_SOCKET, SO_BUSY_POLL, 0),
    OPTION(SOL_SOCKET, SO_MAX_PACING_RATE, 0),
    OPTION(SOL_SOCKET, SO_BPF_EXTENSIONS, 0),
    OPTION(SOL_SOCKET, SO_INCOMING_CPU, 0),
    OPTION(SOL_SOCKET, SO_INCOMING_NAPI_ID, 0),
    OPTION(SOL_SOCKET, 72, 0),
    OPTION(SOL_SOCKET, 66, 0),
    OPTION(SOL_SOCKET, 67, 0),
    OPTION(IPPROTO_IP, IP_HDRINCL, 0),
    OPTION(IPPROTO_IP, IP_ROUTER_ALERT, 0),
    OPTION(IPPROTO_IP, IP_MINTTL, 0),
    OPTION(IPPROTO_IP, IP_NODEFRAG, 0),
    OPTION(IPPROTO_IP, 26, 0),
    OPTION(IPPROTO_IP, IP_MULTICAST_ALL, 0),
    OPTION(IPPROTO_IPV6, IPV6_MTU, 0),
    OPTION(IPPROTO_IPV6, IPV6_MTU_DISCOVER, 0),
    OPTION(IPPROTO_IPV6, 31, 0),
    OPTION(IPPROTO_IPV6, IPV6_MULTICAST_ALL, 0),
    OPTION(IPPROTO_IPV6, IPV6_AUTOFLOWLABEL, 0),
    OPTION(IPPROTO_IPV6, IPV6_MINHOPCOUNT, 0),
    OPTION(IPPROTO_TCP, TCP_CONGESTION, 1),
    OPTION(IPPROTO_TCP, TCP_WINDOW_CLAMP, 0),
    OPTION(IPPROTO_TCP, TCP_NOTSENT_LOWAT, 0),
    OPTION(IPPROTO_UDP, UDP_SEGMENT, 0),
    OPTION(SOL_SOCKET, SO_RXQ_OVFL, 0),
    OPTION(IPPROTO_IP, IP_RECVERR, 0),
    OPTION(IPPROTO_IP, IP_PKTINFO, 0),
    OPTION(IPPROTO_IP, IP_RECVTOS, 0),
    OPTION(IPPROTO_IP, IP_FREEBIND, 0),
    OPTION(IPPROTO_IPV6, IPV6_RECVPKTINFO, 0),
    OPTION(SOL_SOCKET, SO_NO_CHECK, 0),
    OPTION(SOL_SOCKET, SO_TIMESTAMPNS, 0),
    OPTION(SOL_SOCKET, SO_WIFI_STATUS, 0),
    OPTION(SOL_SOCKET, SO_NOFCS, 0),
    OPTION(SOL_SOCKET, SO_LOCK_FILTER, 0),
    OPTION(SOL_SOCKET, SO_SELECT_ERR_QUEUE, 0),
    OPTION(SOL_SOCKET, 63, 0),
    OPTION(SOL_SOCKET, 64, 0),
    OPTION(IPPROTO_IP, IP_RECVOPTS, 0),
    OPTION(IPPROTO_IP, IP_RETOPTS, 0),
    OPTION(IPPROTO_IP, IP_PASSSEC, 0),
    OPTION(IPPROTO_IP, IP_RECVORIGDSTADDR, 0),
    OPTION(IPPROTO_IP, IP_CHECKSUM, 0),
    OPTION(IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 0),
    OPTION(IPPROTO_IPV6, IPV6_2292PKTINFO, 0),
    OPTION(IPPROTO_IPV6, IPV6_2292HOPOPTS, 0),
    OPTION(IPPROTO_IPV6, IPV6_2292DSTOPTS, 0),
    OPTION(IPPROTO_IPV6, IPV6_2292RTHDR, 0),
    OPTION(IPPROTO_IPV6, IPV6_2292HOPLIMIT, 0),
    OPTION(IPPROTO_IPV6, IPV6_RECVERR, 0),
    OPTION(IPPROTO_IPV6, IPV6_ROUTER_ALERT_ISOLATE, 0),
    OPTION(IPPROTO_IPV6, 33, 0),
    OPTION(IPPROTO_IPV6, IPV6_RECVHOPLIMIT, 0),
    OPTION(IPPROTO_IPV6, IPV6_RECVHOPOPTS, 0),
    OPTION(IPPROTO_IPV6, IPV6_RECVRTHDR, 0),
    OPTION(IPPROTO_IPV6, IPV6_RECVDSTOPTS, 0),
    OPTION(IPPROTO_IPV6, IPV6_RECVPATHMTU, 0),
    OPTION(IPPROTO_IPV6, IPV6_DONTFRAG, 0),
    OPTION(IPPROTO_IPV6, IPV6_RECVTCLASS, 0),
    OPTION(IPPROTO_IPV6, IPV6_RECVORIGDSTADDR, 0),
    OPTION(IPPROTO_IPV6, IPV6_RECVFRAGSIZE, 0),
    OPTION(IPPROTO_IPV6, IPV6_FREEBIND, 0),
    OPTION(IPPROTO_UDP, UDP_CORK, 0),
    OPTION(IPPROTO_UDP, UDP_NO_CHECK6_TX, 0),
    OPTION(IPPROTO_UDP, UDP_NO_CHECK6_RX, 0),
    OPTION(IPPROTO_UDP, UDP_GRO, 0),
    OPTION(IPPROTO_TCP, TCP_THIN_LINEAR_TIMEOUTS, 0),
    OPTION(IPPROTO_TCP, TCP_THIN_DUPACK, 0),
    OPTION(IPPROTO_TCP, TCP_FASTOPEN, 0),
    OPTION(IPPROTO_TCP, TCP_SAVE_SYN, 0),
    OPTION(IPPROTO_TCP, TCP_FASTOPEN_CONNECT, 0),
    OPTION(IPPROTO_TCP, TCP_FASTOPEN_NO_COOKIE, 0),
    OPTION(IPPROTO_TCP, TCP_INQ, 0),
    OPTION(IPPROTO_TCP, TCP_TX_DELAY, 0),
    OPTION(12345, 1, 0),
};
enum { OPTIONS = sizeof options / sizeof *options };

static const struct {
    const char *text;
    int family, type;
} sockets[] = {{"tcp", AF_INET, SOCK_STREAM},
               {"udp", AF_INET, SOCK_DGRAM},
               {"tcp6", AF_INET6, SOCK_STREAM},
               {"unix", AF_UNIX, SOCK_STREAM},
               {"unix datagram", AF_UNIX, SOCK_DGRAM}};

static void told(const char *socket, int k, const char *how, int length, int result, socklen_t now,
                 const int *value) {
    printf("%s %s %s %d: %d", socket, options[k].text, how, length, result);
    if (result)
        printf(" errno %d", errno);
    else if (now)
        printf(" length %d", (int)now);
    for (socklen_t i = 0; value && !result && !options[k].varies && i < now / 4; i++) printf(" %d", value[i]);
    if (value && !result && !options[k].varies && now % 4) printf(" byte %d", *(const unsigned char *)value);
    puts("");
}

static void get(const char *socket, int fd, int k, int length) {
    int value[8] = {-7, -7, -7, -7, -7, -7, -7, -7};
    socklen_t now = (socklen_t)length;
    errno = 0;
    int result = getsockopt(fd, options[k].level, options[k].name, value, &now);
    told(socket, k, "get", length, result, now, value);
}

static void set(const char *socket, int fd, int k, int length, int value) {
    int values[8] = {value, value};
    char how[32];
    errno = 0;
    int result = setsockopt(fd, options[k].level, options[k].name, values, (socklen_t)length);
    snprintf(how, sizeof how, "set to %d by", value);
    told(socket, k, how, length, result, 0, NULL);
}

int main(void) {
    static const int lengths[] = {0, 1, 3, 4, 8, 16, 20, -1}, values[] = {0, 1, 5, -1, 70000};
    for (unsigned s = 0; s < sizeof sockets / sizeof *sockets; s++) {
        int fd = socket(sockets[s].family, sockets[s].type, 0);
        for (int k = 0; k < OPTIONS; k++)
            for (unsigned n = 0; n < sizeof lengths / sizeof *lengths; n++)
                get(sockets[s].text, fd, k, lengths[n]);
        close(fd);
        for (int k = 0; k < OPTIONS; k++) {
            /* What these become depends on privileges, and on what is set for the machine. */
            int depends = options[k].level == SOL_SOCKET &&
                          (options[k].name == SO_PRIORITY || options[k].name == SO_LINGER ||
                           options[k].name == SO_RCVLOWAT);
            fd = socket(sockets[s].family, sockets[s].type, 0);
            for (unsigned n = 0; n < sizeof lengths / sizeof *lengths; n++) {
                set(sockets[s].text, fd, k, lengths[n], 1);
                get(sockets[s].text, fd, k, 16);
            }
            for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
                if (depends && (values[v] < 0 || values[v] > 6)) continue;
                set(sockets[s].text, fd, k, 8, values[v]);
                get(sockets[s].text, fd, k, 16);
            }
            close(fd);
        }
    }
    int p[2];
    if (pipe(p)) return 1;
    for (int k = 0; k < OPTIONS; k += 5) {
        get("pipe", p[0], k, 4);
        set("pipe", p[0], k, 4, 1);
        get("no file", 99, k, 4);
        set("no file", 99, k, 4, 1);
    }
}
