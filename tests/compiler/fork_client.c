/*
 * fork_client.c — stands in PATH for the compiler while all suites run. It has fork_server.c run the
 * compiler, with its own arguments, environment, folder, limits and standard files, and ends as the compiler
 * ends. Where there is no server, or the request is too long, it becomes the compiler, FORK_COMPILER.
 */
#include "fork_request.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Adds texts to a request that has `used` bytes; returns how many it has then, or 0 if they are too long. */
static size_t add_texts(char *request, size_t used, char *const *texts, uint32_t *count) {
    for (; used && texts[*count]; ++*count) {
        size_t n = strlen(texts[*count]) + 1;
        if (used + n > REQUEST_BYTES) return 0;
        memcpy(request + used, texts[*count], n);
        used += n;
    }
    return used;
}

static bool send_request(int server, char *const *arguments) {
    static char request[REQUEST_BYTES];
    RequestHead head = {0};
    size_t used = add_texts(request, sizeof head, arguments, &head.arguments);
    used = add_texts(request, used, environ, &head.variables);
    head.umask = umask(0);
    umask(head.umask);
    for (int k = 0; k < RLIM_NLIMITS; k++) getrlimit(k, &head.limits[k]);
    memcpy(request, &head, sizeof head);
    int fds[REQUEST_FDS] = {0, 1, 2, open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)};
    union {
        char bytes[CMSG_SPACE(sizeof fds)];
        struct cmsghdr head;
    } control = {.head = {CMSG_LEN(sizeof fds), SOL_SOCKET, SCM_RIGHTS}};
    memcpy(CMSG_DATA(&control.head), fds, sizeof fds);
    struct msghdr message = {.msg_iov = &(struct iovec){request, used},
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    /* A standard file that is closed cannot be sent. */
    return used && fds[3] >= 0 && sendmsg(server, &message, MSG_NOSIGNAL) == (ssize_t)used;
}

int main(int argc, char **argv) {
    (void)argc;
    struct sockaddr_un address;
    int server = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0), status;
    if (!server_address(&address) || connect(server, (struct sockaddr *)&address, sizeof address) ||
        !send_request(server, argv)) {
        execv(FORK_COMPILER, argv);
        perror(FORK_COMPILER);
        return 127;
    }
    if (read(server, &status, sizeof status) != sizeof status) {
        fputs("the server of compilers is gone\n", stderr);
        return 126;
    }
    if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}
