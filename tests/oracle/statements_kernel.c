/*
 * statements_kernel.c — statements that are system calls: pipes, counters, sockets, what waits for them,
 * files and descriptors.
 */
#include "statements.h"

static const char *some_fd(Generator *g) { return g->fd[draw(g, g->nfds)]; }

/* A pipe with a name, of which both ends are open, or none. */
static void named_pipe(Generator *g) {
    line(g, "unlink(\"pipe\");");
    line(g, "mkfifo(\"pipe\", 0600);");
    unsigned which = draw(g, 3);
    if (which == 0)
        line(g, "p0[0] = open(\"pipe\", O_RDONLY | O_NONBLOCK); p0[1] = open(\"pipe\", O_WRONLY);");
    if (which == 1) line(g, "p0[0] = open(\"pipe\", O_RDWR); p0[1] = open(\"pipe\", O_RDWR);");
    if (which == 2) line(g, "p0[0] = p0[1] = -1;");
}

/* Opens an end of the named pipe, which may wait for the other one, and uses it. */
static unsigned named_pipe_call(Generator *g, unsigned r, unsigned n) {
    static const char *const ends[] = {"O_RDONLY", "O_WRONLY", "O_RDWR"};
    unsigned end = draw(g, 8) % 3;
    line(g, "{");
    line(g, "    int d = open(\"pipe\", %s%s);", ends[end], chance(g, 40) ? " | O_NONBLOCK" : "");
    line(g, end && chance(g, 70) ? "    r%u = put(d, %u);" : "    r%u = get(d, %u);", r, n);
    line(g, "    if (d >= 0) close(d);");
    line(g, "}");
    return 2;
}

void kernel_objects(Generator *g) {
    line(g, "signal(SIGPIPE, SIG_IGN);");
    if (g->features & PIPES) {
        g->named_pipe = chance(g, 30);
        if (g->named_pipe)
            named_pipe(g);
        else
            line(g, "pipe(p0);");
        for (unsigned k = 0; k < 2; k++) {
            if (chance(g, 40)) line(g, "fcntl(p0[%u], F_SETFL, O_NONBLOCK);", k);
            g->fd[g->nfds++] = k ? "p0[1]" : "p0[0]";
        }
        if (chance(g, 30)) line(g, "write(p0[1], \"12\", %u);", 1 + draw(g, 2));
    }
    if (g->features & COUNTERS) {
        line(g, "e0 = eventfd(%u, %s%s);", draw(g, 3), chance(g, 40) ? "EFD_NONBLOCK" : "0",
             chance(g, 30) ? " | EFD_SEMAPHORE" : "");
        g->fd[g->nfds++] = "e0";
    }
    if (g->features & SOCKETS) {
        line(g, "socketpair(AF_UNIX, SOCK_STREAM%s, 0, k0);", chance(g, 30) ? " | SOCK_NONBLOCK" : "");
        if (chance(g, 30)) line(g, "write(k0[0], \"12\", %u);", 1 + draw(g, 2));
        g->fd[g->nfds++] = "k0[0]";
        g->fd[g->nfds++] = "k0[1]";
    }
    if (g->features & (FILES | DESCRIPTORS))
        line(g, "f0 = open(\"shared\", O_RDWR | O_CREAT | O_TRUNC%s, 0600);",
             chance(g, 25) ? " | O_APPEND" : "");
    if (g->features & FILES && chance(g, 40))
        line(g, "write(f0, \"123\", 3);"), line(g, "lseek(f0, %u, SEEK_SET);", draw(g, 3));
    if (!g->nfds) g->fd[g->nfds++] = "f0";
    if (g->features & EPOLLS) {
        line(g, "q0 = epoll_create1(0);");
        for (unsigned k = 1 + draw(g, 2); k; k--) {
            const char *how = "";
            if (g->edges) how = chance(g, 50) ? " | EPOLLET" : "";
            line(g, "watch(EPOLL_CTL_ADD, %s, EPOLL%s%s%s);", some_fd(g), chance(g, 75) ? "IN" : "OUT", how,
                 chance(g, 30) ? " | EPOLLONESHOT" : "");
        }
    }
}

/* A call of each kind; its result goes to r%u, `n` is how many bytes it moves. */

static unsigned pipe_call(Generator *g, unsigned r, unsigned n) {
    if (g->named_pipe && chance(g, 50)) return named_pipe_call(g, r, n);
    line(g, chance(g, 50) ? "r%u = get(p0[0], %u);" : "r%u = put(p0[1], %u);", r, n);
    return 1;
}

static unsigned counter_call(Generator *g, unsigned r, unsigned n) {
    if (chance(g, 50))
        line(g, "r%u = take(e0);", r);
    else
        line(g, "r%u = add(e0, %u);", r, n);
    return 1;
}

static unsigned socket_call(Generator *g, unsigned r, unsigned n) {
    switch (draw(g, 5)) {
    case 0:
        line(g, "r%u = shutdown(k0[%u], SHUT_%s);", r, draw(g, 2),
             chance(g, 60)   ? "WR"
             : chance(g, 50) ? "RD"
                             : "RDWR");
        break;
    case 1:
    case 2: line(g, "r%u = get(k0[%u], %u);", r, draw(g, 2), n); break;
    default: line(g, "r%u = put(k0[%u], %u);", r, draw(g, 2), n);
    }
    return 1;
}

static unsigned poll_call(Generator *g, unsigned r, const char *timeout) {
    if (chance(g, 50))
        line(g, "r%u = look(%s, POLL%s, -1, 0, %s);", r, some_fd(g), chance(g, 75) ? "IN" : "OUT", timeout);
    else
        line(g, "r%u = look(%s, POLLIN, %s, POLL%s, %s);", r, some_fd(g), some_fd(g),
             chance(g, 75) ? "IN" : "OUT", timeout);
    return 1;
}

static unsigned epoll_call(Generator *g, unsigned r, const char *timeout) {
    if (chance(g, 65)) {
        line(g, "r%u = await(%s);", r, timeout);
        return 1;
    }
    switch (draw(g, 3)) {
    case 0: line(g, "r%u = watch(EPOLL_CTL_DEL, %s, 0);", r, some_fd(g)); break;
    case 1:
        line(g, "r%u = watch(EPOLL_CTL_MOD, %s, EPOLL%s%s);", r, some_fd(g), chance(g, 70) ? "IN" : "OUT",
             g->edges ? " | EPOLLET" : "");
        break;
    default:
        line(g, "r%u = watch(EPOLL_CTL_ADD, %s, EPOLL%s%s);", r, some_fd(g), chance(g, 70) ? "IN" : "OUT",
             g->edges && chance(g, 50) ? " | EPOLLET" : "");
    }
    return 1;
}

/* The mode of the file, which both its name and its descriptors lead to. */
static unsigned mode_call(Generator *g, unsigned r) {
    const char *by = chance(g, 50) ? "(\"shared\"" : NULL;
    if (chance(g, 50))
        line(g, "%schmod%s, 0600 + %u);", by ? "" : "f", by ? by : "(f0", draw(g, 8));
    else
        line(g, "{ struct stat s; r%u = %sstat%s, &s) ? 9 : s.st_mode & 7; }", r, by ? "" : "f",
             by ? by : "(f0");
    return 1;
}

static unsigned file_call(Generator *g, unsigned r, unsigned n) {
    if (chance(g, 25)) return mode_call(g, r);
    switch (draw(g, 5)) {
    case 0:
        line(g, "r%u = (int)lseek(f0, %u, SEEK_%s);", r, draw(g, 3),
             chance(g, 40)   ? "SET"
             : chance(g, 50) ? "CUR"
                             : "END");
        break;
    case 1: line(g, "{ char c = 0; r%u = (int)pread(f0, &c, 1, %u) * 4 + c %% 4; }", r, draw(g, 3)); break;
    case 2: line(g, "r%u = get(f0, %u);", r, n); break;
    default: line(g, "r%u = put(f0, %u);", r, n);
    }
    return 1;
}

static unsigned descriptor_call(Generator *g, unsigned r) {
    switch (draw(g, 4)) {
    case 0: line(g, "r%u = close(r%u);", r, draw(g, 2)); break;
    case 1: line(g, "r%u = dup(%s);", r, some_fd(g)); break;
    case 2:
        line(g, "r%u = open(\"%s\", O_RDWR | O_CREAT, 0600);", r, chance(g, 50) ? "shared" : "other");
        break;
    default: line(g, "{ int d = open(\"/dev/null\", O_RDWR); r%u = d; close(d); }", r);
    }
    return 2;
}

unsigned system_call(Generator *g) {
    uint64_t f = g->features;
    unsigned r = draw(g, 2), n = 1 + draw(g, 2);
    const char *timeout = chance(g, 40) ? "0" : (f & TIMED) && chance(g, 60) ? "1" : "-1";
    for (int tries = 0; tries < 50; tries++) {
        switch (draw(g, 10)) {
        case 0:
            if (f & PIPES) return pipe_call(g, r, n);
            break;
        case 1:
            if (f & COUNTERS) return counter_call(g, r, n);
            break;
        case 2:
            if (f & SOCKETS) return socket_call(g, r, n);
            break;
        case 3:
            if (f & POLLS) return poll_call(g, r, timeout);
            break;
        case 4:
        case 5:
            if (f & EPOLLS) return epoll_call(g, r, timeout);
            break;
        case 6:
            if (f & FILES) return file_call(g, r, n);
            break;
        case 7:
            if (f & DESCRIPTORS) return descriptor_call(g, r);
            break;
        case 8:
            if (!(f & INPUT)) break;
            line(g, "r%u = get(0, %u);", r, n);
            return 1;
        default:
            if (g->system.ordered_output && chance(g, 30)) {
                line(g, "write(1, \"%u\", 1);", draw(g, 10));
                return 1;
            }
            if (!(f & CLOSES)) break;
            line(g, "r%u = close(%s);", r, some_fd(g));
            return 2;
        }
    }
    return 0;
}
