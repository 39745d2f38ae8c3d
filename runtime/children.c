/* children.c — waiting for child processes, of which there are none. */
#include <errno.h>
#include <sys/wait.h>
#include "runtime.h"

static int none(void) {
    errno = ECHILD;
    return -1;
}

PUBLIC pid_t wait(int *status) { return none(); }
PUBLIC pid_t waitpid(pid_t process, int *status, int options) { return none(); }
PUBLIC int waitid(idtype_t kind, id_t id, siginfo_t *info, int options) { return none(); }
PUBLIC pid_t wait3(int *status, int options, struct rusage *usage) { return none(); }
PUBLIC pid_t wait4(pid_t process, int *status, int options, struct rusage *usage) { return none(); }
