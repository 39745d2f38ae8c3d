/*
 * interfaces.c — the network interfaces of the machine: the loopback alone, which is the one that
 * the sockets of the emulated kernel have. libc asks a socket of the real kernel instead.
 */
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include "runtime.h"

#define LOOPBACK "lo"
#define LOOPBACK_INDEX 1

/* What one list of addresses consists of: one block, which its first entry begins. */
struct addresses {
    struct ifaddrs entry[2];
    struct sockaddr_in ip[2]; /* address, mask */
    struct sockaddr_in6 ip6[2];
    char name[sizeof LOOPBACK];
};

PUBLIC int getifaddrs(struct ifaddrs **list) {
    struct addresses *a = calloc(1, sizeof *a);
    if (!a) return -1;
    memcpy(a->name, LOOPBACK, sizeof LOOPBACK);
    for (int k = 0; k < 2; k++) {
        a->ip[k].sin_family = AF_INET;
        a->ip6[k].sin6_family = AF_INET6;
        a->entry[k].ifa_name = a->name;
        a->entry[k].ifa_flags = IFF_UP | IFF_LOOPBACK | IFF_RUNNING;
    }
    a->ip[0].sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    a->ip[1].sin_addr.s_addr = htonl(0xff000000);
    a->ip6[0].sin6_addr = in6addr_loopback;
    memset(&a->ip6[1].sin6_addr, 255, sizeof a->ip6[1].sin6_addr);
    a->entry[0].ifa_next = &a->entry[1];
    a->entry[0].ifa_addr = (struct sockaddr *)&a->ip[0];
    a->entry[0].ifa_netmask = (struct sockaddr *)&a->ip[1];
    a->entry[1].ifa_addr = (struct sockaddr *)&a->ip6[0];
    a->entry[1].ifa_netmask = (struct sockaddr *)&a->ip6[1];
    *list = a->entry;
    return 0;
}
PUBLIC void freeifaddrs(struct ifaddrs *list) { free(list); }

PUBLIC struct if_nameindex *if_nameindex(void) {
    struct {
        struct if_nameindex of[2];
        char name[sizeof LOOPBACK];
    } *list = calloc(1, sizeof *list);
    if (!list) {
        errno = ENOBUFS;
        return 0;
    }
    memcpy(list->name, LOOPBACK, sizeof LOOPBACK);
    list->of[0] = (struct if_nameindex){LOOPBACK_INDEX, list->name};
    return list->of;
}
PUBLIC void if_freenameindex(struct if_nameindex *list) { free(list); }

PUBLIC unsigned if_nametoindex(const char *name) {
    if (!strcmp(name, LOOPBACK)) return LOOPBACK_INDEX;
    errno = ENODEV;
    return 0;
}
PUBLIC char *if_indextoname(unsigned index, char *name) {
    if (index == LOOPBACK_INDEX) return memcpy(name, LOOPBACK, sizeof LOOPBACK);
    errno = ENXIO;
    return 0;
}
