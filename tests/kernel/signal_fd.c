/* A descriptor that tells of signals. -DPOLL: it is waited for; -DOTHER: by another thread. */
#include <errno.h>
#include <heddle/heddle.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>
static int fd;
static void *reader(void *arg) {
    struct signalfd_siginfo info;
#ifdef POLL
    struct pollfd p = {fd, POLLIN, 0};
    heddle_assert(poll(&p, 1, -1) == 1 && p.revents == POLLIN);
#endif
    heddle_assert(read(fd, &info, sizeof info) == sizeof info && info.ssi_signo == SIGUSR1);
    return arg;
}
int main(void) {
    sigset_t s;
    pthread_t t;
    struct signalfd_siginfo info;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    sigprocmask(SIG_BLOCK, &s, 0);
    fd = signalfd(-1, &s, SFD_NONBLOCK);
    heddle_assert(read(fd, &info, sizeof info) == -1 && errno == EAGAIN);
    heddle_assert(read(fd, &info, 1) == -1 && errno == EINVAL);
    close(fd);
    fd = signalfd(-1, &s, 0);
    sigaddset(&s, SIGUSR2);
    heddle_assert(signalfd(fd, &s, 0) == fd);
    pthread_create(&t, 0, reader, 0);
#ifndef NOBODY
    kill(getpid(), SIGUSR1);
#endif
    pthread_join(t, 0);
    return 0;
}
