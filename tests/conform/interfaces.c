/* The loopback interface, its addresses and its name. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char name[IF_NAMESIZE] = "";
    struct ifaddrs *list;
    int found = 0;
    if (getifaddrs(&list)) return 1;
    for (struct ifaddrs *i = list; i; i = i->ifa_next) {
        if (strcmp(i->ifa_name, "lo") || !i->ifa_addr || i->ifa_addr->sa_family != AF_INET) continue;
        struct sockaddr_in *a = (struct sockaddr_in *)i->ifa_addr;
        struct sockaddr_in *m = (struct sockaddr_in *)i->ifa_netmask;
        printf("%s ", inet_ntoa(a->sin_addr));
        printf("%s %d\n", inet_ntoa(m->sin_addr), !!(i->ifa_flags & IFF_LOOPBACK));
    }
    freeifaddrs(list);
    struct if_nameindex *all = if_nameindex();
    for (int k = 0; all && all[k].if_index; k++) found |= !strcmp(all[k].if_name, "lo");
    if_freenameindex(all);
    char *of = if_indextoname(if_nametoindex("lo"), name);
    printf("%d %u %s\n", found, if_nametoindex("lo"), of ? of : "-");
    errno = 0;
    printf("%u", if_nametoindex("none"));
    printf(" %d", errno);
    of = if_indextoname(4711, name);
    printf(" %d %d\n", !!of, errno);
    return 0;
}
