/* expect: assertion @early; assertion @late */
/* A datagram can always be sent, but whether one can be received depends on who sent one. */
#include <arpa/inet.h>
#include <heddle/heddle.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in to = {.sin_family = AF_INET};
static int receiver, sender;

static void *sends(void *p) {
    sendto(sender, "x", 1, 0, (struct sockaddr *)&to, sizeof to);
    return p;
}

int main(void) {
    pthread_t t;
    socklen_t length = sizeof to;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    receiver = socket(AF_INET, SOCK_DGRAM, 0);
    sender = socket(AF_INET, SOCK_DGRAM, 0);
    bind(receiver, (struct sockaddr *)&to, sizeof to);
    getsockname(receiver, (struct sockaddr *)&to, &length);
    pthread_create(&t, 0, sends, 0);
    struct pollfd f = {receiver, POLLIN | POLLOUT, 0};
    poll(&f, 1, -1);
    pthread_join(t, 0);
    if (f.revents & POLLIN)
        heddle_assert(0); /*late*/
    else
        heddle_assert(0); /*early*/
    return 0;
}
