/*
 * axel_server.c — a server of one small file for axel, as one more thread of its process. It is there before
 * main begins, and answers one request after the other, each with the bytes that were asked for.
 */
#include <arpa/inet.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PORT 8000

static const char file[] = "abcdefgh";
enum { SIZE = sizeof file - 1 };

/* Reads up to the end of a request's header. False: it was not complete. */
static int read_request(int s, char *text, size_t room) {
    size_t n = 0;
    do {
        ssize_t got = recv(s, text + n, room - 1 - n, 0);
        if (got <= 0) return 0;
        n += (size_t)got;
        text[n] = 0;
    } while (!strstr(text, "\r\n\r\n"));
    return 1;
}

static void answer(int s) {
    char request[1024], out[256];
    unsigned long first = 0, last = SIZE - 1;
    if (!read_request(s, request, sizeof request)) return;
    char *range = strstr(request, "Range: bytes=");
    if (range) {
        first = strtoul(range + strlen("Range: bytes="), &range, 10);
        if (range[0] == '-' && range[1] >= '0' && range[1] <= '9') last = strtoul(range + 1, NULL, 10);
        if (last >= SIZE) last = SIZE - 1;
        if (first > last) first = last;
    }
    int n = sprintf(out,
                    "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes %lu-%lu/%d\r\n"
                    "Content-Length: %lu\r\nConnection: close\r\n\r\n",
                    first, last, SIZE, last - first + 1);
    if (strncmp(request, "HEAD", 4)) {
        memcpy(out + n, file + first, last - first + 1);
        n += (int)(last - first + 1);
    }
    send(s, out, (size_t)n, 0);
}

static void *serve(void *listening) {
    for (int s; (s = accept((int)(intptr_t)listening, NULL, NULL)) >= 0; close(s)) answer(s);
    return NULL;
}

__attribute__((constructor)) static void begin(void) {
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int s = socket(AF_INET, SOCK_STREAM, 0);
    pthread_t server;
    bind(s, (struct sockaddr *)&at, sizeof at);
    listen(s, 4);
    pthread_create(&server, NULL, serve, (void *)(intptr_t)s);
    pthread_detach(server);
}
