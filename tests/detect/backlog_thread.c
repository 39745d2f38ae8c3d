/* A connection for which there is no room is taken up once there is, or its time is over: both happen. */
/* expect: assertion @late; assertion @taken */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>

static int l;

static void *take(void *p) {
    accept(l, 0, 0);
    return 0;
}

int main(void) {
    struct sockaddr_in a = {AF_INET, htons(18833), {htonl(INADDR_LOOPBACK)}};
    pthread_t t;
    l = socket(AF_INET, SOCK_STREAM, 0);
    bind(l, (void *)&a, sizeof a);
    listen(l, 0);
    connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&a, sizeof a);
    pthread_create(&t, 0, take, 0);
    int error = connect(socket(AF_INET, SOCK_STREAM, 0), (void *)&a, sizeof a);
    assert(error == 0); /*late*/
    assert(error != 0); /*taken*/
    return 0;
}
