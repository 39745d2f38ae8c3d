/* expect: safe */
/* One thread looks at a datagram that another one takes. */
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>

static int fd;

static void *looks(void *p) {
    char text[4] = "";
    long n = recv(fd, text, sizeof text, MSG_DONTWAIT | MSG_PEEK);
    assert(n < 0 || (n == 2 && text[0] == 'x' && text[1] == 'y'));
    return p;
}

int main(void) {
    pthread_t t;
    char text[4] = "";
    struct sockaddr_in to = {.sin_family = AF_INET};
    socklen_t length = sizeof to;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    fd = socket(AF_INET, SOCK_DGRAM, 0);
    bind(fd, (struct sockaddr *)&to, sizeof to);
    getsockname(fd, (struct sockaddr *)&to, &length);
    sendto(fd, "xy", 2, 0, (struct sockaddr *)&to, length);
    pthread_create(&t, 0, looks, 0);
    assert(recv(fd, text, sizeof text, MSG_DONTWAIT) == 2 && text[0] == 'x');
    pthread_join(t, 0);
    return 0;
}
