/* expect: safe */
/* A handler that looks for children finds none. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
static volatile sig_atomic_t looked;
static void handler(int n) {
    int status, before = errno;
    while (waitpid(-1, &status, WNOHANG) > 0) {}
    looked = errno == ECHILD ? n : 0;
    errno = before;
}
int main(void) {
    int status;
    signal(SIGCHLD, handler);
    raise(SIGCHLD);
    assert(looked == SIGCHLD);
    errno = 0;
    assert(wait(&status) == -1 && errno == ECHILD);
    return 0;
}
