/* silent.c — takes connections at a port of the loopback address, which it prints, and never answers. */
#include <arpa/inet.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof a;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0 || bind(s, (void *)&a, size) || listen(s, 5) || getsockname(s, (void *)&a, &size)) return 1;
    printf("%d\n", ntohs(a.sin_port));
    fflush(stdout);
    pause();
    return 0;
}
