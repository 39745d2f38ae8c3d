/* expect: assertion @one; assertion @two */
/* A loop on epoll with a descriptor of signals: the signal that ends it comes with the work, or after it. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>
static int work[2];
static void *producer(void *arg) {
    assert(write(work[1], "x", 1) == 1);
    kill(getpid(), SIGTERM);
    return arg;
}
static void watch(int set, int fd) {
    struct epoll_event e = {.events = EPOLLIN, .data.fd = fd};
    assert(!epoll_ctl(set, EPOLL_CTL_ADD, fd, &e));
}
int main(void) {
    pthread_t t;
    sigset_t s;
    struct epoll_event told[2];
    struct signalfd_siginfo info[2];
    char c;
    int done = 0, stop = 0, most = 0;
    sigemptyset(&s);
    sigaddset(&s, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &s, NULL);
    int fd = signalfd(-1, &s, SFD_NONBLOCK), set = epoll_create1(0);
    assert(!pipe(work));
    watch(set, fd);
    watch(set, work[0]);
    pthread_create(&t, NULL, producer, NULL);
    while (!stop) {
        int n = epoll_wait(set, told, 2, -1);
        assert(n > 0);
        if (n > most) most = n;
        for (int k = 0; k < n; k++) {
            if (told[k].data.fd == fd)
                stop = read(fd, info, sizeof info) == sizeof *info && info->ssi_signo == SIGTERM;
            else
                done += read(work[0], &c, 1) == 1;
        }
    }
    pthread_join(t, NULL);
    assert(done == 1);
    assert(most != 1); /*one*/
    assert(most != 2); /*two*/
    return 0;
}
