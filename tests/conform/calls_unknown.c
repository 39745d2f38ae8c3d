/* native: clang — Arguments that name one of several things: what is not known is refused, with the error of Linux. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define SHOW(x)                                                                           \
    do {                                                                                  \
        errno = 0;                                                                        \
        long result_ = (long)(x);                                                         \
        printf("%s: %s %d\n", #x, result_ < 0 ? "fails" : "works", result_ < 0 ? errno : 0); \
    } while (0)
#define ERROR(x) printf("%s: %d\n", #x, x)

static void clocks(void) {
    struct timespec t = {0, 0}, bad = {0, -1};
    static const int all[] = {0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 99};
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++) {
        int c = all[k];
        printf("clock %d\n", c);
        SHOW(clock_gettime(c, &t));
        SHOW(clock_getres(c, &t));
        if (c != 2 && c != 3) printf("%d\n", clock_nanosleep(c, 0, &(struct timespec){0, 1}, 0));
        timer_t timer;
        SHOW(timer_create(c, &(struct sigevent){.sigev_notify = SIGEV_NONE}, &timer));
        SHOW(timerfd_create(c, 0));
    }
    SHOW(clock_gettime(-1, &t));
    SHOW(nanosleep(&bad, 0));
    ERROR(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &bad, 0));
    SHOW(timerfd_create(CLOCK_MONOTONIC, 1));
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec i = {{0, 0}, {1, 0}};
    SHOW(timerfd_settime(fd, 8, &i, 0));
    struct itimerval v = {{0, 0}, {0, 0}};
    SHOW(setitimer(3, &v, 0));
    SHOW(getitimer(3, &v));
    pthread_condattr_t a;
    pthread_condattr_init(&a);
    ERROR(pthread_condattr_setclock(&a, CLOCK_MONOTONIC));
    ERROR(pthread_condattr_setclock(&a, CLOCK_THREAD_CPUTIME_ID));
    ERROR(pthread_condattr_setpshared(&a, 7));
}

static void sockets(void) {
    SHOW(socket(99, SOCK_STREAM, 0));
    SHOW(socket(AF_INET, 0, 0));
    SHOW(socket(AF_INET, 8, 0));
    SHOW(socket(AF_INET, 11, 0));
    SHOW(socket(AF_INET, SOCK_STREAM | 0x100, 0));
    SHOW(socket(AF_INET, SOCK_STREAM, IPPROTO_UDP));
    SHOW(socket(AF_INET, SOCK_STREAM, IPPROTO_TCP));
    SHOW(socket(AF_INET, SOCK_DGRAM, IPPROTO_TCP));
    SHOW(socket(AF_INET6, SOCK_STREAM, IPPROTO_TCP));
    SHOW(socket(AF_INET, SOCK_STREAM, -1));
    SHOW(socket(AF_INET, SOCK_STREAM, 999));
    SHOW(socket(AF_UNIX, SOCK_STREAM, 1));
    SHOW(socket(AF_UNIX, SOCK_STREAM, 6));
    SHOW(socket(AF_UNIX, 4, 0));
    SHOW(socket(AF_INET, SOCK_SEQPACKET, 0));
    int p[2];
    SHOW(socketpair(AF_INET, SOCK_STREAM, 0, p));
    SHOW(socketpair(99, SOCK_STREAM, 0, p));
    SHOW(socketpair(AF_UNIX, SOCK_STREAM, 7, p));
    SHOW(socketpair(AF_UNIX, 77, 0, p));
    int s = socket(AF_INET, SOCK_STREAM, 0);
    SHOW(shutdown(s, 3));
    SHOW(accept4(s, 0, 0, 1));
    SHOW(accept4(s, 0, 0, 0));
}

static void files(void) {
    char name[] = "/tmp/heddle-unknown-XXXXXX", b[4];
    int fd = mkstemp(name), p[2], x;
    pipe(p);
    SHOW(lseek(fd, 0, 9));
    SHOW(lseek(fd, 0, -1));
    SHOW(lseek(fd, -1, SEEK_SET));
    SHOW(lseek(p[0], 0, SEEK_SET));
    int null = open("/dev/null", O_RDWR);
    SHOW(lseek(null, 0, 9));
    SHOW(fcntl(fd, 12345));
    SHOW(fcntl(fd, F_DUPFD, -1));
    SHOW(fcntl(99, F_GETFD));
    struct flock l = {.l_type = 9, .l_whence = SEEK_SET};
    SHOW(fcntl(fd, F_SETLK, &l));
    l.l_type = F_WRLCK;
    SHOW(fcntl(fd, F_SETLK, &l));
    l.l_whence = 9;
    SHOW(fcntl(fd, F_SETLK, &l));
    int reads = open(name, O_RDONLY);
    l.l_whence = SEEK_SET;
    SHOW(fcntl(reads, F_SETLK, &l));
    SHOW(flock(fd, 0));
    SHOW(flock(fd, 77));
    SHOW(flock(fd, LOCK_EX | LOCK_NB));
    SHOW(ioctl(fd, 0x12345, &x));
    SHOW(ioctl(p[0], 0x12345, &x));
    SHOW(access(name, 8));
    SHOW(access(name, -1));
    SHOW(faccessat(AT_FDCWD, name, R_OK, 0x4000));
    SHOW(unlinkat(AT_FDCWD, name, 1));
    SHOW(linkat(AT_FDCWD, name, AT_FDCWD, "/tmp/heddle-unknown", 1));
    SHOW(fchmodat(AT_FDCWD, name, 0600, 0x4000));
    SHOW(utimensat(AT_FDCWD, name, 0, 0x4000));
    SHOW(utimensat(AT_FDCWD, name, (struct timespec[]){{0, -5}, {0, 0}}, 0));
    struct stat st;
    SHOW(fstatat(AT_FDCWD, name, &st, 0x40));
    ERROR(posix_fadvise(fd, 0, 0, 77));
    ERROR(posix_fadvise(p[0], 0, 0, 0));
    SHOW(fallocate(fd, 0x4000, 0, 10));
    SHOW(fallocate(fd, 0, 0, 0));
    SHOW(fallocate(fd, 0, -1, 5));
    SHOW(fallocate(p[1], 0, 0, 5));
    SHOW(sync_file_range(fd, 0, 0, 99));
    SHOW(pipe2(p, 5));
    SHOW(dup3(fd, fd, 0));
    SHOW(dup2(fd, -1));
    SHOW(eventfd(0, 77));
    SHOW(epoll_create1(5));
    SHOW(epoll_create(0));
    int e = epoll_create1(0);
    struct epoll_event ev = {0};
    SHOW(epoll_ctl(e, 77, p[0], &ev));
    SHOW(epoll_ctl(e, EPOLL_CTL_ADD, fd, &ev));
    SHOW(epoll_ctl(e, EPOLL_CTL_MOD, p[0], &ev));
    SHOW(epoll_wait(e, &ev, 0, 0));
    SHOW(epoll_wait(e, &ev, -1, 0));
    sigset_t none;
    sigemptyset(&none);
    SHOW(signalfd(-1, &none, 7));
    SHOW(pread(fd, b, 1, -1));
    SHOW(syscall(SYS_close_range, 5, 4, 0));
    SHOW(syscall(SYS_close_range, 40, 41, 77));
    SHOW(ftruncate(fd, -1));
    SHOW(ftruncate(reads, 1));
    SHOW(memfd_create("x", 0x4000));
    unlink(name);
}

static void memory(void) {
    char *m = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    SHOW(mmap(0, 4096, PROT_READ, MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
    SHOW(mmap(0, 4096, PROT_READ, MAP_PRIVATE, -1, 0) == MAP_FAILED ? -1 : 0);
    SHOW(mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 5) == MAP_FAILED ? -1 : 0);
    SHOW(madvise(m, 4096, 77));
    SHOW(madvise(m, 4096, -1));
    SHOW(madvise(m + 1, 4096, MADV_DONTNEED));
    SHOW(madvise(m, 4096, MADV_WILLNEED));
    SHOW(mprotect(m, 4096, 0x1000));
    SHOW(mprotect(m + 1, 4096, PROT_READ));
    SHOW(msync(m, 4096, MS_SYNC | MS_ASYNC));
    SHOW(msync(m, 4096, 0x100));
    SHOW(msync(m + 1, 4096, MS_SYNC));
    SHOW(mremap(m, 4096, 8192, 0x40) == MAP_FAILED ? -1 : 0);
    SHOW(munmap(m + 1, 4096));
    SHOW(munmap(m, 0));
    SHOW(mlockall(0));
    SHOW(mlockall(8));
    SHOW(getrandom(m, 4, 0x40));
    SHOW(getrandom(m, 4, GRND_RANDOM | GRND_INSECURE));
    SHOW(getentropy(m, 257));
}

static void process(void) {
    struct rlimit r;
    struct rusage u;
    struct sched_param p = {0}, one = {1};
    SHOW(getrlimit(99, &r));
    SHOW(getrlimit(-1, &r));
    SHOW(prlimit(0, 99, 0, &r));
    getrlimit(RLIMIT_CORE, &r);
    r.rlim_max = 10;
    r.rlim_cur = 20;
    SHOW(setrlimit(RLIMIT_CORE, &r));
    r.rlim_cur = 5;
    SHOW(setrlimit(RLIMIT_CORE, &r));
    getrlimit(RLIMIT_CORE, &r);
    printf("%ld %ld\n", (long)r.rlim_cur, (long)r.rlim_max);
    SHOW(getrusage(7, &u));
    SHOW(getrusage(RUSAGE_CHILDREN, &u));
    SHOW(getpriority(9, 0));
    SHOW(setpriority(9, 0, 0));
    SHOW(getpriority(PRIO_PROCESS, 99999999));
    SHOW(setpriority(PRIO_PROCESS, 0, 7));
    printf("%d\n", getpriority(PRIO_PROCESS, 0));
    SHOW(setpriority(PRIO_PROCESS, 0, 77));
    printf("%d\n", getpriority(PRIO_PROCESS, 0));
    SHOW(sched_get_priority_max(99));
    SHOW(sched_get_priority_min(-1));
    printf("%d %d\n", sched_get_priority_max(SCHED_RR), sched_get_priority_min(SCHED_FIFO));
    SHOW(syscall(SYS_sched_setscheduler, 0, 99, &p));
    SHOW(syscall(SYS_sched_setscheduler, 0, SCHED_OTHER, &one));
    SHOW(syscall(SYS_sched_setscheduler, 0, SCHED_BATCH, &p));
    printf("%d\n", syscall(SYS_sched_getscheduler, 0));
    SHOW(syscall(SYS_sched_getscheduler, -5));
    SHOW(syscall(SYS_sched_getscheduler, 99999999));
    SHOW(syscall(SYS_sched_setparam, 0, &one));
    SHOW(prctl(9999, 0, 0, 0, 0));
    SHOW(prctl(PR_SET_PDEATHSIG, 99, 0, 0, 0));
    SHOW(prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0));
    int x = -1;
    SHOW(prctl(PR_GET_PDEATHSIG, &x, 0, 0, 0));
    printf("%d %d\n", x, prctl(PR_GET_DUMPABLE, 0, 0, 0, 0));
    SHOW(prctl(PR_SET_DUMPABLE, 5, 0, 0, 0));
    SHOW(prctl(PR_SET_NO_NEW_PRIVS, 2, 0, 0, 0));
    SHOW(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
    printf("%d\n", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    SHOW(getpgid(99999999));
    SHOW(sysconf(9999));
}

static void *nothing(void *p) { return p; }

static void threads(void) {
    pthread_attr_t a;
    struct sched_param p = {0}, one = {1};
    pthread_attr_init(&a);
    ERROR(pthread_attr_setdetachstate(&a, 7));
    ERROR(pthread_attr_setstacksize(&a, 100));
    ERROR(pthread_attr_setinheritsched(&a, 7));
    ERROR(pthread_attr_setschedpolicy(&a, SCHED_RR));
    ERROR(pthread_attr_setscope(&a, 7));
    ERROR(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS));
    ERROR(pthread_attr_setschedpolicy(&a, SCHED_OTHER));
    pthread_attr_destroy(&a);
    pthread_t t;
    ERROR(pthread_create(&t, 0, nothing, 0));
    pthread_join(t, 0);
    pthread_mutexattr_t m;
    pthread_mutexattr_init(&m);
    ERROR(pthread_mutexattr_settype(&m, 77));
    ERROR(pthread_mutexattr_setprotocol(&m, 77));
    ERROR(pthread_mutexattr_setrobust(&m, 77));
    ERROR(pthread_mutexattr_setpshared(&m, 77));
    pthread_rwlockattr_t r;
    pthread_rwlockattr_init(&r);
    ERROR(pthread_rwlockattr_setpshared(&r, 77));
    pthread_barrierattr_t b;
    pthread_barrierattr_init(&b);
    ERROR(pthread_barrierattr_setpshared(&b, 77));
    int old;
    ERROR(pthread_setcancelstate(77, &old));
    ERROR(pthread_setcanceltype(77, &old));
    sigset_t s;
    sigemptyset(&s);
    ERROR(pthread_sigmask(77, &s, 0));
    ERROR(pthread_sigmask(77, 0, &s));
    SHOW(sigprocmask(77, &s, 0));
    SHOW(sigaction(99, 0, 0));
    SHOW(sigaddset(&s, 99));
    SHOW(sigismember(&s, 0));
    ERROR(pthread_kill(pthread_self(), 99));
    SHOW(raise(99));
}

int main(void) {
    clocks();
    sockets();
    files();
    memory();
    process();
    threads();
    return 0;
}
