/* expect: safe */
/* A signal that is blocked until ppoll, pselect or epoll_pwait lets it in ends the call, whenever it comes.
 */
#include <errno.h>
#include <heddle/heddle.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

static volatile sig_atomic_t came;
static void handler(int number) { came = number; }
static pthread_t first;
static void *work(void *arg) {
    pthread_kill(first, SIGUSR1);
    return arg;
}
int main(void) {
    struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigset_t blocked, none;
    pthread_t t;
    int pipe_of[2], set = epoll_create1(0);
    first = pthread_self();
    pipe(pipe_of);
    sigemptyset(&none);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigaction(SIGUSR1, &a, 0);
    pthread_sigmask(SIG_BLOCK, &blocked, 0);
    for (int how = 0; how < 3; how++) {
        struct pollfd p = {pipe_of[0], POLLIN, 0};
        struct epoll_event e;
        fd_set in;
        FD_ZERO(&in);
        FD_SET(pipe_of[0], &in);
        came = 0;
        pthread_create(&t, 0, work, 0);
        int n = how == 0   ? ppoll(&p, 1, 0, &none)
                : how == 1 ? pselect(pipe_of[0] + 1, &in, 0, 0, 0, &none)
                           : epoll_pwait(set, &e, 1, -1, &none);
        heddle_assert(n == -1 && errno == EINTR && came == SIGUSR1);
        pthread_join(t, 0);
        pthread_sigmask(SIG_BLOCK, 0, &blocked);
        heddle_assert(sigismember(&blocked, SIGUSR1));
    }
}
