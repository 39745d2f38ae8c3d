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

/* The loader puts it in place of calls of these functions, where it finds such a child
 * (src/program/prepare/children.c). */
pid_t __heddle_fork_program(int status);
pid_t __heddle_fork_program(int status) {
    char told[100];
    if (__heddle_option(HEDDLE_OPTION_NO_PROCESSES)) return REFUSED("fork");
    if (__heddle_fault("fork")) {
        errno = EAGAIN;
        return -1;
    }
    snprintf(told, sizeof told, "makes a child that starts none and ends with status %d", status);
    __heddle_no_program("fork", told);
    return (pid_t)__heddle_child_made(status);
}
