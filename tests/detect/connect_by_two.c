/* expect: safe */
/* A connection is made at once: of two threads that connect one socket, one is told that it is connected. */
#include <arpa/inet.h>
#include <errno.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sys/socket.h>

static int client, told[2];
static struct sockaddr_in to = {.sin_family = AF_INET};

static void *connects(void *p) {
    told[(long)p] = connect(client, (struct sockaddr *)&to, sizeof to) ? errno : 0;
    return 0;
}

int main(void) {
    pthread_t t[2];
    socklen_t length = sizeof to;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(listener, (struct sockaddr *)&to, sizeof to);
    getsockname(listener, (struct sockaddr *)&to, &length);
    listen(listener, 4);
    client = socket(AF_INET, SOCK_STREAM, 0);
    for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, connects, (void *)k);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    heddle_assert(!told[0] != !told[1]);
    heddle_assert(told[0] + told[1] == EISCONN);
    return 0;
}
