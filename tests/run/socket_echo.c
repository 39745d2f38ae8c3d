/* A server that echoes, with two clients over TCP. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
static struct sockaddr_in address;
static void *client(void *arg) {
    int s = socket(AF_INET, SOCK_STREAM, 0);
    char text[32], back[32];
    int n = snprintf(text, sizeof text, "hello %ld", (long)arg);
    usleep((unsigned)(long)arg * 30000);
    if (connect(s, (struct sockaddr *)&address, sizeof address)) perror("connect");
    if (send(s, text, (size_t)n, 0) != n) perror("send");
    shutdown(s, SHUT_WR);
    long got = recv(s, back, sizeof back, MSG_WAITALL);
    printf("%.*s\n", (int)got, back);
    close(s);
    return NULL;
}
int main(void) {
    int l = socket(AF_INET, SOCK_STREAM, 0);
    socklen_t length = sizeof address;
    pthread_t t[2];
    address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (bind(l, (struct sockaddr *)&address, length) || listen(l, 2)) return 1;
    getsockname(l, (struct sockaddr *)&address, &length);
    for (long k = 0; k < 2; k++) pthread_create(&t[k], NULL, client, (void *)k);
    for (int k = 0; k < 2; k++) {
        char bytes[32];
        int s = accept(l, NULL, NULL);
        for (long n; (n = recv(s, bytes, sizeof bytes, 0)) > 0;)
            if (send(s, bytes, (size_t)n, 0) != n) perror("send");
        close(s);
    }
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
}
