/*
 * exec.c — the functions that start another program: there is none, as on a machine whose files
 * cannot be executed. They fail as they do there, and the summary says so.
 */
#include <errno.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "processes.h"

HIDDEN void __heddle_no_program(const char *function, const char *what) {
    char told[200];
    snprintf(told, sizeof told, "no other program can be started: `%s` %s", function, what);
    __heddle_syscall(HEDDLE_CALL_RESTS_ON, (long)told, 0, 0, 0, 0, 0);
}

static int fails(const char *function) {
    __heddle_no_program(function, "fails with ENOENT");
    errno = ENOENT;
    return -1;
}

PUBLIC int execve(const char *path, char *const arguments[], char *const environment[]) {
    return fails("execve");
}
PUBLIC int execv(const char *path, char *const arguments[]) { return fails("execv"); }
PUBLIC int execvp(const char *file, char *const arguments[]) { return fails("execvp"); }
PUBLIC int execvpe(const char *file, char *const arguments[], char *const environment[]) {
    return fails("execvpe");
}
PUBLIC int fexecve(int fd, char *const arguments[], char *const environment[]) {
    return fails("fexecve");
}
PUBLIC int execveat(int folder, const char *path, char *const arguments[],
                    char *const environment[], int flags) {
    return fails("execveat");
}
PUBLIC int execl(const char *path, const char *argument, ...) { return fails("execl"); }
PUBLIC int execle(const char *path, const char *argument, ...) { return fails("execle"); }
PUBLIC int execlp(const char *file, const char *argument, ...) { return fails("execlp"); }

/* Returns the error with which a process that is to run a program is not made. */
static int not_made(const char *function) {
    int refused = (int)__heddle_option(HEDDLE_OPTION_NO_PROCESSES);
    __heddle_no_program(function, refused ? "fails with EAGAIN" : "fails with ENOENT");
    return refused ? EAGAIN : ENOENT;
}

PUBLIC int posix_spawn(pid_t *restrict child, const char *restrict path,
                       const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *restrict attributes,
                       char *const *restrict arguments, char *const *restrict environment) {
    return not_made("posix_spawn");
}
PUBLIC int posix_spawnp(pid_t *restrict child, const char *restrict file,
                        const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *restrict attributes,
                        char *const *restrict arguments, char *const *restrict environment) {
    return not_made("posix_spawnp");
}

/* There is no shell, as the result for NULL says. */
PUBLIC int system(const char *command) {
    if (!command) return 0;
    if (!__heddle_option(HEDDLE_OPTION_NO_PROCESSES)) {
        __heddle_no_program("system", "finds no shell: status 127");
        return 127 << 8;
    }
    errno = not_made("system");
    return -1;
}
PUBLIC FILE *popen(const char *command, const char *mode) {
    if (*mode != 'r' && *mode != 'w') {
        errno = EINVAL;
        return NULL;
    }
    errno = not_made("popen");
    return NULL;
}
/* No stream is one of popen's. */
PUBLIC int pclose(FILE *f) {
    fclose(f);
    errno = ECHILD;
    return -1;
}
