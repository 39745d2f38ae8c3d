/*
 * fork_request.h — what fork_client.c asks of fork_server.c: to run the compiler with these arguments and
 * this environment. A request is one packet: the head, then the texts, each with its zero, arguments first.
 * With it come four file descriptors: standard input, output and error, and the working directory. The answer
 * is the wait status of the compiler.
 */
#ifndef HEDDLE_TESTS_FORK_REQUEST_H
#define HEDDLE_TESTS_FORK_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#define SERVER_VARIABLE "HEDDLE_FORK_SERVER" /* the path of the socket */
#define REQUEST_BYTES (1 << 17)
#define REQUEST_FDS 4

typedef struct RequestHead {
    uint32_t arguments, variables; /* numbers of texts */
    uint32_t umask;
    struct rlimit limits[RLIM_NLIMITS]; /* by RLIMIT_… */
} RequestHead;

/* The address of the server; false if the environment names none that fits. */
static inline bool server_address(struct sockaddr_un *address) {
    const char *path = getenv(SERVER_VARIABLE);
    if (!path || strlen(path) >= sizeof address->sun_path) return false;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    strcpy(address->sun_path, path);
    return true;
}

#endif
