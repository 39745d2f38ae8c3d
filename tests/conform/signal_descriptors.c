/* Descriptors of signals: read, polled, watched by epoll, shared by threads. */
#define _GNU_SOURCE
#include <sys/signalfd.h>
#include <sys/epoll.h>
#include <poll.h>
#include <signal.h>
#include <pthread.h>
#include <stdio.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <sys/select.h>
#define E(x) do { errno = 0; long r_ = (x); int e_ = errno; printf(#x " = %ld %s\n", r_ > 2 ? 3 : r_, r_ < 0 ? strerror(e_) : ""); } while (0)
static void rd(int fd, int max) {
    struct signalfd_siginfo f[4]; memset(f, 0xee, sizeof f);
    errno = 0; ssize_t r = read(fd, f, max * sizeof *f); int e = errno;
    printf("read %zd %s:", r < 0 ? r : r / (ssize_t)sizeof *f, r < 0 ? strerror(e) : "");
    for (int i = 0; i < r / (ssize_t)sizeof *f; i++) printf(" [%s code %d pid %d uid %d int %d]", f[i].ssi_signo == SIGRTMIN ? "RT0" : f[i].ssi_signo == SIGRTMIN + 1 ? "RT1" : strsignal(f[i].ssi_signo), f[i].ssi_code, f[i].ssi_pid == getpid(), f[i].ssi_uid == getuid(), f[i].ssi_code == SI_QUEUE ? f[i].ssi_int : 0);
    puts("");
}
static void *th(void *a) { rd(*(int *)a, 4); return 0; }
int main(void) { setvbuf(stdout, 0, _IONBF, 0);
    sigset_t s; sigemptyset(&s); sigaddset(&s, SIGTERM); sigaddset(&s, SIGHUP); sigaddset(&s, SIGRTMIN); sigaddset(&s, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &s, 0);
    sigdelset(&s, SIGUSR1);
    int fd = signalfd(-1, &s, SFD_NONBLOCK | SFD_CLOEXEC);
    printf("%d %d\n", fcntl(fd, F_GETFD) & FD_CLOEXEC, !!(fcntl(fd, F_GETFL) & O_NONBLOCK));
    rd(fd, 1);
    kill(getpid(), SIGTERM); kill(getpid(), SIGTERM); kill(getpid(), SIGHUP);
    rd(fd, 4);
    rd(fd, 1);
    union sigval v = {.sival_int = 5}; sigqueue(getpid(), SIGRTMIN, v); v.sival_int = 6; sigqueue(getpid(), SIGRTMIN, v); kill(getpid(), SIGHUP);
    rd(fd, 2); rd(fd, 2);
    raise(SIGHUP); pthread_kill(pthread_self(), SIGTERM); rd(fd, 4);
    /* poll, select, epoll */
    struct pollfd p = {fd, POLLIN | POLLOUT, 0};
    E(poll(&p, 1, 0));
    raise(SIGTERM); E(poll(&p, 1, -1)); printf("%d\n", p.revents); rd(fd, 1);
    kill(getpid(), SIGTERM); E(poll(&p, 1, -1)); printf("%d\n", p.revents); rd(fd, 1);
    fd_set f; FD_ZERO(&f); FD_SET(fd, &f); struct timeval no = {0, 0}; E(select(fd + 1, &f, 0, 0, &no));
    kill(getpid(), SIGHUP); FD_SET(fd, &f); E(select(fd + 1, &f, 0, 0, &no)); printf("%d\n", FD_ISSET(fd, &f)); rd(fd, 1);
    int ep = epoll_create1(0); struct epoll_event ev = {.events = EPOLLIN, .data.fd = fd}, out[4];
    E(epoll_ctl(ep, EPOLL_CTL_ADD, fd, &ev));
    E(epoll_wait(ep, out, 4, 0));
    kill(getpid(), SIGTERM); E(epoll_wait(ep, out, 4, -1)); printf("%d %d\n", out[0].events, out[0].data.fd == fd); E(epoll_wait(ep, out, 4, 0)); rd(fd, 4); E(epoll_wait(ep, out, 4, 0));
    /* changing the set */
    raise(SIGUSR1); rd(fd, 1); sigaddset(&s, SIGUSR1); E(signalfd(fd, &s, 0) == fd); rd(fd, 1);
    E(write(fd, "x", 1)); E(lseek(fd, 0, SEEK_SET)); E(read(fd, out, 1)); E(signalfd(-1, &s, 12345)); E(signalfd(0, &s, 0)); E(signalfd(555, &s, 0));
    /* a thread reads what was sent to the process; a signal for main is not seen by it */
    pthread_t t; kill(getpid(), SIGHUP); pthread_create(&t, 0, th, &fd); pthread_join(t, 0);
    raise(SIGHUP); pthread_create(&t, 0, th, &fd); pthread_join(t, 0); rd(fd, 1);
    /* dup and close */
    int d = dup(fd); E(close(fd)); kill(getpid(), SIGHUP); rd(d, 1); E(close(d)); E(read(d, out, 128));
    E(epoll_wait(ep, out, 4, 0));
    /* sigpending after, and unblock after read runs no handler */
    sigset_t pend; sigpending(&pend); printf("%d\n", sigisemptyset(&pend));
    pthread_sigmask(SIG_UNBLOCK, &s, 0); puts("alive");
    return 0;
}
