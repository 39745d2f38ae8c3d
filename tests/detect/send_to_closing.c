/* expect: safe */
/* A datagram for a socket that is closed meanwhile is lost, or refused: there was room for it. */
#include <arpa/inet.h>
#include <errno.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_in to = {.sin_family = AF_INET};
static struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "/s"};

static void *sends(void *p) {
    heddle_assert(
        sendto(socket(AF_INET, SOCK_DGRAM, 0), "x", 1, MSG_DONTWAIT, (struct sockaddr *)&to, sizeof to) == 1);
    long n =
        sendto(socket(AF_UNIX, SOCK_DGRAM, 0), "x", 1, MSG_DONTWAIT, (struct sockaddr *)&name, sizeof name);
    heddle_assert(n == 1 || errno == ECONNREFUSED);
    return p;
}

int main(void) {
    pthread_t t;
    socklen_t length = sizeof to;
    int one = socket(AF_INET, SOCK_DGRAM, 0), two = socket(AF_UNIX, SOCK_DGRAM, 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(one, (struct sockaddr *)&to, sizeof to);
    getsockname(one, (struct sockaddr *)&to, &length);
    bind(two, (struct sockaddr *)&name, sizeof name);
    pthread_create(&t, 0, sends, 0);
    close(one);
    close(two);
    pthread_join(t, 0);
    return 0;
}
