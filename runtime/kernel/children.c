/*
 * children.c — children of the process that nobody waited for. All of them ended as soon as they
 * were made (../fork.c), so waiting for one never takes long.
 */
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>
#include "signals.h"
#include "../processes.h"

#define MOST_CHILDREN 64
/* Numbers of processes begin behind those of threads. */
#define FIRST_CHILD 20000

static struct {
    unsigned word;
    int n, made;
    struct child {
        int number, status;
    } of[MOST_CHILDREN];
} children;

/* Whether the end of a child is told, and whether it is kept until somebody waits. */
static void look_at_action(int *told, int *kept) {
    struct sigaction action;
    sigset_t blocked;
    sigaction(SIGCHLD, 0, &action);
    sigprocmask(SIG_BLOCK, 0, &blocked);
    *kept = action.sa_handler != SIG_IGN && !(action.sa_flags & SA_NOCLDWAIT);
    *told = (action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL) ||
            sigismember(&blocked, SIGCHLD);
}

HIDDEN long __heddle_child_made(int status) {
    int told, kept;
    look_at_action(&told, &kept);
    enter("make a child", ITEM(&children, WRITES));
    int number = FIRST_CHILD + children.made, full = kept && children.n == MOST_CHILDREN;
    if (!full) children.made++;
    if (!full && kept) children.of[children.n++] = (struct child){number, status};
    leave();
    if (full) {
        errno = EAGAIN;
        return -1;
    }
    if (told) kill(getpid(), SIGCHLD);
    return number;
}

/* Finds the child with this number, the first one for 0. Returns its number, with its status; it is
 * no child any more unless it `stays`. Returns -ECHILD if there is none. */
static long look_for_child(int number, int stays, int *status) {
    long found = -ECHILD;
    enter("wait for a child", ITEM(&children, WRITES));
    for (int k = 0; k < children.n && found < 0; k++) {
        if (number && children.of[k].number != number) continue;
        found = children.of[k].number;
        *status = children.of[k].status;
        if (stays) continue;
        for (int j = k + 1; j < children.n; j++) children.of[j - 1] = children.of[j];
        children.of[--children.n] = (struct child){0, 0};
    }
    leave();
    return found;
}

/* Flags of Linux alone: __WNOTHREAD, __WALL, __WCLONE. */
#define OF_LINUX 0xe0000000l

/* All children are in the group of the process. */
SYSCALL(wait4) {
    int which = (int)concrete(a), status = 0;
    if (concrete(c) & ~(WNOHANG | WUNTRACED | WCONTINUED | OF_LINUX)) return -EINVAL;
    int any = which == -1 || which == 0 || which == -1000;
    if (!any && which < 0) return -ECHILD;
    long found = look_for_child(any ? 0 : which, 0, &status);
    if (found < 0) return found;
    if (b) *(int *)b = status << 8;
    if (d) memset((void *)d, 0, sizeof(struct rusage));
    return found;
}

SYSCALL(waitid) {
    long kind = concrete(a), how = concrete(d);
    int which = (int)concrete(b), status = 0;
    if (kind < P_ALL || kind > P_PIDFD || !(how & (WEXITED | WSTOPPED | WCONTINUED)))
        return -EINVAL;
    int any = kind == P_ALL || (kind == P_PGID && (which == 0 || which == 1000));
    if ((!any && kind != P_PID) || !(how & WEXITED)) return -ECHILD;
    long found = look_for_child(any ? 0 : which, !!(how & WNOWAIT), &status);
    if (found < 0) return found;
    if (c)
        *(siginfo_t *)c = (siginfo_t){.si_signo = SIGCHLD,
                                      .si_code = CLD_EXITED,
                                      .si_pid = (pid_t)found,
                                      .si_uid = 1000,
                                      .si_status = status};
    if (e) memset((void *)e, 0, sizeof(struct rusage));
    return 0;
}
