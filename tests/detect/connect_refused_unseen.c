/* expect: safe */
/* Of a connection that is refused nobody sees that it was tried. */
#include <arpa/inet.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/socket.h>

static int client;
static struct sockaddr_in to = {.sin_family = AF_INET};

static void *connects(void *p) {
    heddle_assert(connect(client, (struct sockaddr *)&to, sizeof to) != 0);
    return p;
}

int main(void) {
    pthread_t t;
    struct sockaddr_in peer;
    socklen_t length = sizeof to;
    int bound = socket(AF_INET, SOCK_STREAM, 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(bound, (struct sockaddr *)&to, sizeof to); /* and does not listen */
    getsockname(bound, (struct sockaddr *)&to, &length);
    client = socket(AF_INET, SOCK_STREAM, 0);
    pthread_create(&t, 0, connects, 0);
    length = sizeof peer;
    heddle_assert(getpeername(client, (struct sockaddr *)&peer, &length) != 0);
    heddle_assert(send(client, "x", 1, MSG_NOSIGNAL) != 1);
    pthread_join(t, 0);
    return 0;
}
