/* Children that only end, or would become programs that are not there: their ends, who waits, SIGCHLD. */
#include "line.h"
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define ABSENT "/absent/program"

extern char **environ;
static char *const words[] = {"program", "word", NULL};
static volatile sig_atomic_t came;
static pid_t child;
static int status;

static void on_child(int number) { came += number == SIGCHLD; }

/* What has to be waited for: natively a child takes a while. */
static long ended(pid_t which) {
    siginfo_t info = {0};
    long result = waitid(P_PID, (id_t)which, &info, WEXITED | WNOWAIT);
    return result ? result : info.si_pid == which ? info.si_status * 1000 + info.si_code : -2;
}

static pid_t start_with_status(void) {
    pid_t pid = fork();
    if (!pid) _exit(300);
    return pid;
}

static pid_t start(void) {
    pid_t pid = fork();
    switch (pid) {
    case -1: return -1;
    case 0:
        close(0);
        dup2(2, 1);
        setsid();
        execv(ABSENT, words);
        perror("execv");
        _exit(126);
    default: return pid;
    }
}

static _Noreturn void become(char *const *arguments) {
    signal(SIGINT, SIG_DFL);
    execvp(ABSENT, arguments);
    _exit(errno == ENOENT ? 3 : 4);
}

static int start_in_variable(void) {
    if ((child = fork()) < 0) return -1;
    if (!child) {
        int fd = open("/dev/null", O_RDWR);
        if (fd >= 0) dup2(fd, 2);
        execle(ABSENT, "program", NULL, environ);
        exit(5);
    }
    return 0;
}

static int start_apart(void) {
    child = vfork();
    if (child == 0) {
        execlp(ABSENT, "program", NULL);
        _exit(6);
    }
    return child < 0 ? -1 : 0;
}

static void waits(void) {
    LINE(wait(&status));
    LINE(waitpid(-1, &status, WNOHANG));
    LINE(waitpid(-1, &status, 1 << 20));
    LINE((child = start_with_status()) > 0);
    LINE(ended(child));
    LINE(waitpid(child + 1, &status, 0));
    LINE(waitpid(-child, &status, 0));
    LINE(waitpid(child, &status, 0) == child);
    LINE(status);
    LINE(waitpid(child, &status, 0));
    LINE((child = start()) > 0);
    LINE(wait(&status) == child);
    LINE(WIFEXITED(status) * 1000 + WEXITSTATUS(status));
    LINE(wait(&status));
    LINE(start_in_variable());
    LINE(waitpid(0, &status, 0) == child);
    LINE(WEXITSTATUS(status));
    LINE(start_apart());
    LINE(ended(child));
    LINE(waitid(P_PID, (id_t)child, NULL, WSTOPPED | WNOHANG));
    LINE(waitid(P_PID, (id_t)child, NULL, WNOHANG));
    LINE(waitid(P_PID, (id_t)child, NULL, WEXITED));
    LINE(waitid(P_PID, (id_t)child, NULL, WEXITED));
}

static void two(void) {
    pid_t first = start(), second = start_with_status();
    LINE(first != second && second > 0);
    LINE(waitpid(second, &status, 0) == second);
    LINE(WEXITSTATUS(status));
    LINE(wait(&status) == first);
    LINE(WEXITSTATUS(status));
    LINE(wait(NULL));
}

static void signalled(void) {
    signal(SIGCHLD, on_child);
    LINE((child = start()) > 0);
    LINE(ended(child));
    LINE(came);
    LINE(waitpid(child, NULL, WNOHANG) == child);
    signal(SIGCHLD, SIG_IGN);
    LINE((child = start()) > 0);
    LINE(wait(NULL));
    LINE(came);
    signal(SIGCHLD, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    LINE(sigprocmask(SIG_BLOCK, &set, NULL));
    LINE((child = start()) > 0);
    LINE(sigwaitinfo(&set, NULL));
    LINE(wait(NULL) == child);
}

static void fails(void) {
    pid_t none = 77;
    LINE(execv(ABSENT, words));
    LINE(execve(ABSENT, words, environ));
    LINE(execvp(ABSENT, words));
    LINE(execl(ABSENT, "program", NULL));
    LINE_ERROR(posix_spawn(&none, ABSENT, NULL, NULL, words, environ));
    LINE_ERROR(posix_spawnp(&none, "program-that-is-absent", NULL, NULL, words, environ));
    posix_spawn_file_actions_t actions;
    LINE_ERROR(posix_spawn_file_actions_init(&actions));
    LINE_ERROR(posix_spawn_file_actions_addclose(&actions, 0));
    LINE_ERROR(posix_spawn(&none, ABSENT, &actions, NULL, words, environ));
    LINE_ERROR(posix_spawn_file_actions_destroy(&actions));
    LINE(wait(NULL));
    LINE(popen("true", "x") != NULL);
}

static pid_t start_nested(void) {
    pid_t pid = fork();
    if (pid == 0) become(words);
    return pid;
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    waits();
    two();
    LINE((child = start_nested()) > 0);
    LINE(waitpid(child, &status, 0) == child);
    LINE(WIFEXITED(status));
    signalled();
    fails();
    return 0;
}
