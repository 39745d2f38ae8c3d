/* A datagram that comes later than the time-out is there for the next call. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static struct sockaddr_in address;
static void *send_late(void *unused) {
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    usleep(80000);
    if (sendto(s, "late", 4, 0, (struct sockaddr *)&address, sizeof address) != 4) perror("sendto");
    close(s);
    return unused;
}
int main(void) {
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    socklen_t length = sizeof address;
    struct timeval t = {0, 20000};
    char bytes[16];
    pthread_t thread;
    address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (bind(s, (struct sockaddr *)&address, length)) return 1;
    getsockname(s, (struct sockaddr *)&address, &length);
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
    pthread_create(&thread, NULL, send_late, NULL);
    printf("%ld", (long)recv(s, bytes, sizeof bytes, 0));
    printf(" %d\n", errno == EAGAIN);
    pthread_join(thread, NULL);
    long n = recv(s, bytes, sizeof bytes, 0);
    printf("%ld %.*s\n", n, (int)n, bytes);
}
