/*
 * daemon.c — daemon(): the parent of the daemon ends, and nobody here waits for it. So the process
 * itself goes on as the daemon. Other threads would end with the parent, and are refused.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include "processes.h"

/* Lets the standard streams lead to nowhere. */
static int close_streams(void) {
    int fd = open("/dev/null", O_RDWR), failed = 0;
    if (fd < 0) return -1;
    for (int k = 0; k <= 2; k++) failed |= dup2(fd, k) < 0;
    if (fd > 2) close(fd);
    return failed ? -1 : 0;
}

PUBLIC int daemon(int stays, int keeps) {
    if (__heddle_thread_self() != 1 || __heddle_thread_after(1))
        __heddle_fail("unsupported",
                      "`daemon` goes on in a child, without the other threads of the process", 0, 0,
                      0);
    if ((!stays && chdir("/")) || (!keeps && close_streams())) return -1;
    if (__heddle_option(HEDDLE_OPTION_NO_PROCESSES)) {
        __heddle_no_program("daemon", "fails with EAGAIN");
        errno = EAGAIN;
        return -1;
    }
    if (__heddle_fault("fork")) {
        errno = EAGAIN;
        return -1;
    }
    __heddle_syscall(HEDDLE_CALL_RESTS_ON,
                     (long)"`daemon` makes no process: the one that calls it goes on, with its "
                           "number, locks and timers",
                     0, 0, 0, 0, 0);
    return 0;
}
