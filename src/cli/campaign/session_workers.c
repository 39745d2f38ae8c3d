/* session_workers.c — further workers on this machine: processes of their own, so that the end of
 * one is not that of another. See session.h. */
#include "cli/campaign/session.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

static void become_worker(const char *address, pid_t parent) {
    char work[] = "work", quiet[] = "--quiet", name[] = "heddle", *copy = xstrdup(address),
         *argv[] = {name, work, quiet, copy, NULL};
    /* It ends with the one that started it, and what is typed at the terminal goes to that one. */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    setpgid(0, 0);
    if (getppid() != parent) _exit(STATUS_LIMIT);
    execv("/proc/self/exe", argv);
    _exit(STATUS_USAGE);
}

void session_add_workers(Session *s, uint64_t jobs) {
    pid_t parent = getpid();
    if (s->info.status == CAMPAIGN_FINISHED) return;
    for (uint64_t k = 1; k < jobs; k++) {
        pid_t id = fork();
        if (!id) become_worker(s->address, parent);
        if (id > 0)
            vec_push(&s->workers, id);
        else
            cli_error("cannot start another worker: %s", strerror(errno));
    }
}
