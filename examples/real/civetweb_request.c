/*
 * civetweb_request.c — a civetweb server with two worker threads that is asked once by a client within its
 * process, and stopped. -DSYMBOLIC=N makes the byte at N of the request symbolic.
 */
#include <arpa/inet.h>
#include <civetweb.h>
#include <heddle/heddle.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PORT 8080

static int hello(struct mg_connection *c, void *data) {
    (void)data;
    mg_printf(c, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nhello\n");
    return 200;
}

/* Writes the last line of the answer. */
static void ask(void) {
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    char request[] = "GET /hello HTTP/1.0\r\n\r\n", answer[512];
    size_t n = 0;
    ssize_t more;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
#ifdef SYMBOLIC
    heddle_symbolic(request + SYMBOLIC, 1, "request");
#endif
    if (connect(s, (struct sockaddr *)&server, sizeof server)) return;
    send(s, request, sizeof request - 1, 0);
    while (n < sizeof answer - 1 && (more = recv(s, answer + n, sizeof answer - 1 - n, 0)) > 0)
        n += (size_t)more;
    answer[n] = 0;
    close(s);
    fputs(strlen(answer) > 6 ? answer + strlen(answer) - 6 : answer, stdout);
}

int main(void) {
    const char *options[] = {"listening_ports", "127.0.0.1:8080", "num_threads", "2", NULL};
    struct mg_callbacks callbacks = {0};
    mg_init_library(0);
    struct mg_context *server = mg_start(&callbacks, NULL, options);
    if (!server) return 1;
    mg_set_request_handler(server, "/hello", hello, NULL);
    ask();
    mg_stop(server);
    mg_exit_library();
    return 0;
}
