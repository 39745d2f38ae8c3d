/*
 * fork_server.c — a library that keeps the compiler loaded. Of the 36 ms of the processor that clang takes
 * for a small file, it spends half on its libraries: symbols are looked up, pages are relocated. The suites
 * compile thousands of small files. With this library preloaded, clang stops before its main function and
 * waits on the socket that SERVER_VARIABLE names. For each request (fork_request.h) it forks, and the child
 * runs main. The server ends when the process that started it ends.
 */
#include "fork_request.h"
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_AT_ONCE 128
/* The first places of `polled`; a child has the same place in `polled` as in `children`. */
enum { LISTENS, ENDS, FIRST_CHILD };

typedef int Main(int argc, char **argv, char **envp);
typedef void Hook(void);

static Main *compiler_main;
static struct pollfd polled[FIRST_CHILD + MOST_AT_ONCE];
static pid_t children[FIRST_CHILD + MOST_AT_ONCE];
static nfds_t used = FIRST_CHILD;
static sigset_t signals_before;

/* The texts at `*at`, which is moved behind them. */
static char **take_texts(char **at, uint32_t count) {
    char **texts = calloc(count + 1, sizeof *texts);
    for (uint32_t k = 0; texts && k < count; k++) {
        texts[k] = *at;
        *at += strlen(*at) + 1;
    }
    return texts;
}

static void run_compiler(char *request, const int *fds, char *self) {
    RequestHead head;
    memcpy(&head, request, sizeof head);
    char *at = request + sizeof head;
    char **arguments = take_texts(&at, head.arguments);
    char **variables = take_texts(&at, head.variables);
    if (!arguments || !variables || fchdir(fds[REQUEST_FDS - 1]) != 0) _exit(126);
    for (int k = 0; k < 3; k++) dup2(fds[k], k);
    for (int k = 0; k < RLIM_NLIMITS; k++) setrlimit(k, &head.limits[k]);
    umask(head.umask);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigprocmask(SIG_SETMASK, &signals_before, NULL);
    arguments[0] = self;
    environ = variables;
    exit(compiler_main((int)head.arguments, arguments, variables));
}

/* Forks for a request. Without one, the connection is closed, and the client says so. */
static void start_child(char *self) {
    static char request[REQUEST_BYTES];
    int client = accept4(polled[LISTENS].fd, NULL, NULL, SOCK_CLOEXEC), fds[REQUEST_FDS];
    union {
        char bytes[CMSG_SPACE(sizeof fds)];
        struct cmsghdr head;
    } control;
    struct msghdr message = {.msg_iov = &(struct iovec){request, sizeof request},
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    ssize_t n = client < 0 ? -1 : recvmsg(client, &message, MSG_CMSG_CLOEXEC);
    struct cmsghdr *rights = n > (ssize_t)sizeof(RequestHead) ? CMSG_FIRSTHDR(&message) : NULL;
    if (!rights || rights->cmsg_len != CMSG_LEN(sizeof fds)) {
        close(client);
        return;
    }
    memcpy(fds, CMSG_DATA(rights), sizeof fds);
    pid_t child = fork();
    if (child == 0) run_compiler(request, fds, self);
    for (int k = 0; k < REQUEST_FDS; k++) close(fds[k]);
    if (child < 0) {
        close(client);
        return;
    }
    polled[used] = (struct pollfd){.fd = client}; /* asked only whether it was closed */
    children[used++] = child;
}

/* Tells clients that their compilers have ended. */
static void end_children(void) {
    struct signalfd_siginfo told;
    pid_t ended;
    int status;
    while (read(polled[ENDS].fd, &told, sizeof told) == sizeof told) {}
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
        for (nfds_t k = FIRST_CHILD; k < used; k++) {
            if (children[k] != ended) continue;
            send(polled[k].fd, &status, sizeof status, MSG_NOSIGNAL);
            close(polled[k].fd);
            polled[k] = polled[--used];
            children[k] = children[used];
            break;
        }
}

static int serve(int argc, char **argv, char **envp) {
    (void)argc, (void)envp;
    struct sockaddr_un address;
    sigset_t ends;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ends, &signals_before);
    polled[LISTENS] =
        (struct pollfd){.fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0), .events = POLLIN};
    polled[ENDS] = (struct pollfd){.fd = signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK), .events = POLLIN};
    if (!server_address(&address) ||
        bind(polled[LISTENS].fd, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(polled[LISTENS].fd, MOST_AT_ONCE) != 0) {
        perror("fork server");
        return 1;
    }
    for (;;) {
        /* With all places taken, who asks has to wait. */
        polled[LISTENS].events = used < FIRST_CHILD + MOST_AT_ONCE ? POLLIN : 0;
        if (poll(polled, used, -1) < 0) continue;
        for (nfds_t k = FIRST_CHILD; k < used; k++)
            if (polled[k].revents) kill(children[k], SIGKILL); /* its client was killed */
        if (polled[LISTENS].revents) start_child(argv[0]);
        if (polled[ENDS].revents) end_children();
    }
}

/* The C library's, which a program's first instructions call with its main function. */
int __libc_start_main(Main *program, int argc, char **argv, Hook *init, Hook *fini, Hook *at_exit,
                      void *stack);

int __libc_start_main(Main *program, int argc, char **argv, Hook *init, Hook *fini, Hook *at_exit,
                      void *stack) {
    typedef int Start(Main *, int, char **, Hook *, Hook *, Hook *, void *);
    Start *start = (Start *)dlsym(RTLD_NEXT, "__libc_start_main");
    compiler_main = program;
    return start(serve, argc, argv, init, fini, at_exit, stack);
}
