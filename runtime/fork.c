/*
 * fork.c — the functions that make another process: there is only one. Where the program shows that
 * a child does nothing that others can notice before it ends or becomes another program, and no
 * other program can be started (exec.c), the parent goes on with a child that has ended.
 */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
#include "processes.h"

static pid_t refuse(const char *name, const char *message) {
    if (__heddle_option(HEDDLE_OPTION_NO_PROCESSES)) {
        __heddle_no_program(name, "fails with EAGAIN");
        errno = EAGAIN;
        return -1;
    }
    __heddle_fail("unsupported", message, 0, 0, 0);
}

#define REFUSED(name)                                                                            \
    refuse(name, "`" name "` makes another process, and there is only one (--programs=refused: " \
                 "it fails)")

PUBLIC pid_t fork(void) { return REFUSED("fork"); }
PUBLIC pid_t vfork(void) { return REFUSED("vfork"); }
PUBLIC pid_t _Fork(void) { return REFUSED("_Fork"); }

/* What is known of a child besides the status with which it ends (src/program/prepare/children.c).
 */
enum {
    CHILD_STORES = 0x100,  /* it may store to memory that is shared, if any is */
    CHILD_HANDLED = 0x200, /* by fork(), so handlers of pthread_atfork run */
};

HIDDEN int __heddle_shares_memory(void) __attribute__((__weak__));
HIDDEN int __heddle_shares_segments(void) __attribute__((__weak__));
HIDDEN void __heddle_run_fork_handlers(int made) __attribute__((__weak__));

static pid_t make_child(int what) {
    char told[100];
    if (__heddle_fault("fork")) {
        errno = EAGAIN;
        return -1;
    }
    if (what & CHILD_STORES && ((__heddle_shares_memory && __heddle_shares_memory()) ||
                                (__heddle_shares_segments && __heddle_shares_segments())))
        __heddle_fail("unsupported",
                      "`fork` makes another process, which may store to shared memory", 0, 0, 0);
    snprintf(told, sizeof told, "makes a child that starts none and ends with status %d",
             what & 255);
    __heddle_no_program("fork", told);
    return (pid_t)__heddle_child_made(what & 255);
}

/* The loader puts it in place of calls of these functions, where it finds such a child
 * (src/program/prepare/children.c). */
pid_t __heddle_fork_program(int what);
pid_t __heddle_fork_program(int what) {
    if (__heddle_option(HEDDLE_OPTION_NO_PROCESSES)) return REFUSED("fork");
    int handled = what & CHILD_HANDLED && __heddle_run_fork_handlers;
    if (handled) __heddle_run_fork_handlers(0);
    pid_t child = make_child(what);
    int error = errno;
    if (handled) __heddle_run_fork_handlers(1);
    errno = error;
    return child;
}
