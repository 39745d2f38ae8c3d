/* Descriptors: dup and fcntl, flags, limits, and calls on what is not open or of another kind. */
#include "line.h"
#include "looks.h"
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

static char bytes[64];

static void duplicates(void) {
    int fd = open("x", O_RDWR | O_CREAT | O_TRUNC, 0600);
    LINE_AS("fd", fd);
    LINE(dup(fd));
    LINE(dup(99));
    LINE(dup(-1));
    LINE(dup2(fd, fd));
    LINE(dup2(99, 99));
    LINE(dup2(99, fd));
    LINE(dup2(fd, -1));
    LINE(dup2(fd, 1000000));
    LINE(dup2(fd, 20));
    LINE(dup3(fd, fd, 0));
    LINE(dup3(fd, 21, O_CLOEXEC));
    LINE(dup3(fd, 22, O_APPEND));
    LINE(fcntl(21, F_GETFD));
    LINE(fcntl(20, F_GETFD));
    LINE(fcntl(21, F_SETFD, 0));
    LINE(fcntl(21, F_GETFD));
    LINE(fcntl(fd, F_DUPFD, 30));
    LINE(fcntl(fd, F_DUPFD, 30));
    LINE(fcntl(fd, F_DUPFD, -1));
    LINE(fcntl(fd, F_DUPFD, 1000000));
    LINE(fcntl(fd, F_DUPFD_CLOEXEC, 40));
    LINE(fcntl(40, F_GETFD));
    LINE(fcntl(99, F_DUPFD, 0));
    LINE(fcntl(99, F_GETFL));
    LINE(fcntl(fd, 12345));
    LINE(fcntl(fd, F_GETFL));
    LINE(fcntl(fd, F_SETFL, O_APPEND | O_NONBLOCK | O_WRONLY | O_TRUNC));
    LINE(fcntl(20, F_GETFL));
    LINE(fcntl(fd, F_SETFL, 0));
    LINE(write(20, "abc", 3));
    LINE(lseek(fd, 0, SEEK_CUR));
    LINE(close(20));
    LINE(close(20));
    LINE(close(-1));
    LINE(fcntl(fd, F_GETOWN));
    LINE(fcntl(fd, F_GETLK, &(struct flock){.l_type = F_WRLCK}));
    LINE(fcntl(fd, F_SETLK, &(struct flock){.l_type = F_WRLCK}));
    LINE(fcntl(fd, F_SETLK, &(struct flock){.l_type = 99}));
    LINE(fcntl(99, F_SETLK, &(struct flock){.l_type = F_WRLCK}));
    LINE(polled(fd, POLLIN | POLLOUT | POLLPRI));
    LINE(polled(fd, 0));
    LINE(isatty(fd));
    LINE(isatty(99));
    LINE(ioctl(99, FIONREAD, bytes));
    int n = 1;
    LINE(lseek(fd, 1, SEEK_SET));
    LINE(ioctl(fd, FIONREAD, &n));
    LINE_AS("bytes left", n);
    LINE(ioctl(fd, FIONBIO, &n));
    LINE(fcntl(fd, F_GETFL));
    LINE(ioctl(fd, FIOCLEX));
    LINE(fcntl(fd, F_GETFD));
    LINE(ioctl(fd, FIONCLEX));
    LINE(fcntl(fd, F_GETFD));
}

static void counters(void) {
    uint64_t x = 5, top = UINT64_MAX, most = UINT64_MAX - 1;
    int e = eventfd(3, EFD_NONBLOCK);
    LINE(eventfd(0, 0x1234));
    LINE(fcntl(e, F_GETFL));
    LINE(read(e, &x, 4));
    LINE(read(e, &x, 8));
    LINE_AS("count", x);
    LINE(read(e, &x, 8));
    LINE(write(e, &x, 4));
    LINE(write(e, &top, 8));
    LINE(write(e, &most, 8));
    LINE(polled(e, POLLIN | POLLOUT));
    x = 1;
    LINE(write(e, &x, 8));
    LINE(read(e, bytes, 16));
    x = 0;
    LINE(write(e, &x, 8));
    LINE(polled(e, POLLIN | POLLOUT));
    LINE(lseek(e, 0, SEEK_SET));
    LINE(pread(e, &x, 8, 0));
    LINE(ftruncate(e, 0));
    int s = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
    LINE(read(s, &x, 8));
    LINE_AS("semaphore", x);
    LINE(read(s, &x, 8));
    LINE(read(s, &x, 8));
    int t = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct itimerspec v = {{0, 0}, {1000, 0}}, bad = {{0, 0}, {0, 1000000000}}, now;
    LINE(timerfd_create(99, 0));
    LINE(timerfd_create(CLOCK_PROCESS_CPUTIME_ID, 0));
    LINE(timerfd_create(CLOCK_MONOTONIC, 0x1));
    LINE(timerfd_settime(t, 0, &bad, NULL));
    LINE(timerfd_settime(t, 0x100, &v, NULL));
    LINE(timerfd_settime(e, 0, &v, NULL));
    LINE(timerfd_settime(99, 0, &v, NULL));
    LINE(timerfd_settime(t, 0, &v, &now));
    LINE_AS("old value", now.it_value.tv_sec);
    LINE(timerfd_gettime(t, &now));
    LINE_AS("about 1000", now.it_value.tv_sec >= 990 && now.it_value.tv_sec <= 1000);
    LINE(read(t, &x, 8));
    LINE(read(t, &x, 4));
    LINE(write(t, &x, 8));
    LINE(polled(t, POLLIN | POLLOUT));
    LINE(timerfd_gettime(e, &now));
}

static void sets(void) {
    struct epoll_event v = {EPOLLIN, {.u32 = 4}};
    int p[2], file = open("x", O_RDONLY), s = epoll_create1(EPOLL_CLOEXEC);
    if (pipe(p)) return;
    LINE(epoll_create1(1));
    LINE(epoll_ctl(99, EPOLL_CTL_ADD, p[0], &v));
    LINE(epoll_ctl(s, EPOLL_CTL_ADD, 99, &v));
    LINE(epoll_ctl(s, EPOLL_CTL_ADD, s, &v));
    LINE(epoll_ctl(p[0], EPOLL_CTL_ADD, p[1], &v));
    LINE(epoll_ctl(s, EPOLL_CTL_ADD, file, &v));
    LINE(epoll_ctl(s, 99, p[0], &v));
    LINE(epoll_ctl(s, EPOLL_CTL_MOD, p[0], &v));
    LINE(epoll_ctl(s, EPOLL_CTL_DEL, p[0], &v));
    LINE(epoll_ctl(s, EPOLL_CTL_ADD, p[0], &v));
    LINE(epoll_ctl(s, EPOLL_CTL_ADD, p[0], &v));
    LINE(epoll_ctl(s, EPOLL_CTL_MOD, p[0], &v));
    LINE(epoll_wait(s, &v, 0, 0));
    LINE(epoll_wait(s, &v, -1, 0));
    LINE(epoll_wait(99, &v, 1, 0));
    LINE(epoll_wait(p[0], &v, 1, 0));
    LINE(epoll_wait(s, &v, 1, 0));
    LINE(write(p[1], "x", 1));
    LINE(epoll_wait(s, &v, 1, 0));
    LINE_AS("events", v.events);
    LINE_AS("data", v.data.u32);
    LINE(close(p[1]));
    LINE(epoll_wait(s, &v, 1, 0));
    LINE_AS("events", v.events);
    LINE(read(s, bytes, 8));
    LINE(write(s, bytes, 8));
    LINE(polled(s, POLLIN | POLLOUT));
    LINE(epoll_ctl(s, EPOLL_CTL_DEL, p[0], NULL));
    LINE(epoll_ctl(s, EPOLL_CTL_DEL, p[0], NULL));
    LINE(poll(NULL, 0, 0));
    fd_set in;
    FD_ZERO(&in);
    // Below 64: Linux looks at no more descriptors than its table has room for, 64 at least.
    FD_SET(50, &in);
    struct timeval none = {0, 0};
    LINE(select(51, &in, NULL, NULL, &none));
    LINE(select(-1, NULL, NULL, NULL, &none));
    LINE(select(0, NULL, NULL, NULL, &none));
    none.tv_sec = -1;
    LINE(select(0, NULL, NULL, NULL, &none));
    FD_ZERO(&in);
    FD_SET(p[0], &in);
    none.tv_sec = 0;
    LINE(select(p[0] + 1, &in, NULL, NULL, &none));
}

static void limits(void) {
    struct rlimit r = {64, 64}, l = {10, 5};
    LINE(setrlimit(RLIMIT_NOFILE, &l));
    LINE(setrlimit(99, &r));
    LINE(getrlimit(99, &r));
    LINE(setrlimit(RLIMIT_NOFILE, &r));
    LINE(getrlimit(RLIMIT_NOFILE, &r));
    LINE_AS("soft limit", r.rlim_cur);
    LINE(dup2(0, 63));
    LINE(dup2(0, 64));
    LINE(fcntl(0, F_DUPFD, 64));
    int last = 0, fd;
    while ((fd = dup(0)) >= 0) last = fd;
    LINE_AS("the last", last < 63);
    LINE(dup(0));
    LINE(open("x", O_RDONLY));
    LINE(socket(AF_UNIX, SOCK_STREAM, 0));
    LINE(pipe((int[2]){0}));
}

int main(void) {
    duplicates();
    counters();
    sets();
    limits();
}
