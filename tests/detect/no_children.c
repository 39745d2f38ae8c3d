/* expect: safe */
/* A handler of SIGCHLD that waits for children, as servers have it: there are none. */
#include <errno.h>
#include <heddle/heddle.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile sig_atomic_t came;
static void on_child(int number) {
    int status;
    while (waitpid(-1, &status, WNOHANG) > 0) {}
    heddle_assert(errno == ECHILD);
    came = number;
}
int main(void) {
    siginfo_t info;
    signal(SIGCHLD, on_child);
    kill(getpid(), SIGCHLD);
    heddle_assert(came == SIGCHLD);
    errno = 0;
    heddle_assert(wait(NULL) == -1 && errno == ECHILD);
    errno = 0;
    heddle_assert(waitid(P_ALL, 0, &info, WEXITED) == -1 && errno == ECHILD);
    return 0;
}
