/* libmicrohttpd_request.c — a server with a thread of its own (libmicrohttpd's), asked once by another thread
 * of the process; what is asked for is a symbolic byte in the engine (-DBYTES=0: none). */
#include <arpa/inet.h>
#include <assert.h>
#include <heddle/heddle.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef BYTES
#define BYTES 1
#endif

static int asked;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data, size_t *size,
                              void **request) {
    static char page[] = "fine";
    (void)context, (void)url, (void)method, (void)version, (void)data, (void)size, (void)request;
    asked++;
    struct MHD_Response *response =
        MHD_create_response_from_buffer(sizeof page - 1, page, MHD_RESPMEM_PERSISTENT);
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}

int main(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_Daemon *server =
        MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL, 0, NULL, NULL, answer, NULL,
                         MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&at, MHD_OPTION_END);
    assert(server);
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server, MHD_DAEMON_INFO_BIND_PORT);
    at.sin_port = htons(info->port);
    char text[] = "GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", back[400] = "";
#if BYTES
    heddle_symbolic(text + 5, BYTES, "path");
#endif
    int s = socket(AF_INET, SOCK_STREAM, 0);
    assert(!connect(s, (struct sockaddr *)&at, sizeof at));
    send(s, text, sizeof text - 1, 0);
    for (ssize_t n, all = 0; (n = recv(s, back + all, sizeof back - 1 - (size_t)all, 0)) > 0; all += n) {}
    close(s);
    MHD_stop_daemon(server);
    printf("asked %d, %.15s\n", asked != 0, back);
    return 0;
}
