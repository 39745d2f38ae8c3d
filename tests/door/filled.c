/* A thread lets a call fill a buffer that main looks at twice, without order (-DCALL=…): with every access
 * interleaved, main can see a word of it before and after the call has written it. AT: a word that cannot be
 * zero afterwards. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <heddle/heddle.h>
#define GETTIMEOFDAY 0
#define CLOCK_GETTIME 1
#define CLOCK_GETRES 2
#define TIME 3
#define GETCWD 4
#define GETRANDOM 5
#define UNAME 6
#define FSTAT 7
#define STAT 8
#define READ_STDIN 9
#define READ_PIPE 10
#define READV 11
#define RECV 12
#define RECVMSG 13
#define PIPE 14
#define SOCKETPAIR 15
#define SIGACTION 16
#define JOIN 17
#define MEMCPY 18
#define MEMMOVE 19
#define MEMSET 20
#define INPUT 21
#define SETJMP 22
#define SPRINTF 23
#define TIME_RAW 24
#define POLL 25
#define EPOLL_WAIT 26
#define GETSOCKNAME 27
#define GETSOCKOPT 28
#define EVENTFD 29
#define TIMERFD 30
#define SIGPROCMASK 31
#define SEM_GETVALUE 32
#define GETRLIMIT 33
#define READLINK 34
#define FILE 35
#define RECVFROM 36
#define FIONREAD_ 37
#define ACCEPT 38
#define GETDENTS 39
#define SELECT 40
#define ARC4RANDOM 41
#define STATX 42
#define SHMCTL 43
#define SEMCTL 44
#define SEMAPHORES 45
static volatile union {
    char text[512];
    long word[64];
    int fd[2];
    void *pointer;
    struct timespec ts;
    struct timeval tv;
    struct stat status;
    struct statx attributes;
    struct utsname name;
    struct sigaction action;
    jmp_buf jump;
    struct epoll_event event;
    struct sockaddr_in address;
    struct itimerspec timer;
    sigset_t mask;
    struct rlimit limit;
    struct shmid_ds segment;
    struct semid_ds set;
} buffer;
static void *five(void *arg) { return (void *)5; }
static void *worker(void *arg) {
#if CALL == GETTIMEOFDAY
#define AT 0
    gettimeofday((void *)&buffer.tv, 0);
#elif CALL == CLOCK_GETTIME
#define AT 0
    clock_gettime(CLOCK_REALTIME, (void *)&buffer.ts);
#elif CALL == CLOCK_GETRES
#define AT 1
    clock_getres(CLOCK_REALTIME, (void *)&buffer.ts);
#elif CALL == TIME
#define AT 0
    time((void *)&buffer.word[0]);
#elif CALL == GETCWD
#define AT 0
    getcwd((void *)buffer.text, 100);
#elif CALL == GETRANDOM
#define AT 0
    getrandom((void *)buffer.text, 8, 0);
#elif CALL == ARC4RANDOM
#define AT 0
    arc4random_buf((void *)buffer.text, 8);
#elif CALL == STATX
#define AT 0
    statx(0, "", AT_EMPTY_PATH, STATX_ALL, (void *)&buffer.attributes);
#elif CALL == UNAME
#define AT 0
    uname((void *)&buffer.name);
#elif CALL == FSTAT
#define AT 2
    fstat(0, (void *)&buffer.status);
#elif CALL == STAT
#define AT 2
    stat("/", (void *)&buffer.status);
#elif CALL == READ_STDIN
#define AT 0
    read(0, (void *)buffer.text, 8);
#elif CALL == READ_PIPE
#define AT 0
    int p[2];
    pipe(p);
    write(p[1], "abcdefgh", 8);
    read(p[0], (void *)buffer.text, 8);
#elif CALL == READV
#define AT 1
    int p[2];
    struct iovec v[2] = {{(void *)buffer.text, 8}, {(void *)(buffer.text + 8), 8}};
    pipe(p);
    write(p[1], "abcdefghijklmnop", 16);
    readv(p[0], v, 2);
#elif CALL == RECV
#define AT 0
    int p[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, p);
    send(p[1], "abcdefgh", 8, 0);
    recv(p[0], (void *)buffer.text, 8, 0);
#elif CALL == RECVMSG
#define AT 0
    int p[2];
    struct iovec v = {(void *)buffer.text, 8};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
    socketpair(AF_UNIX, SOCK_STREAM, 0, p);
    send(p[1], "abcdefgh", 8, 0);
    recvmsg(p[0], &m, 0);
#elif CALL == PIPE
#define AT 0
    pipe((void *)buffer.fd);
#elif CALL == SOCKETPAIR
#define AT 0
    socketpair(AF_UNIX, SOCK_STREAM, 0, (void *)buffer.fd);
#elif CALL == SIGACTION
#define AT 0
    struct sigaction s = {.sa_handler = SIG_IGN};
    sigaction(SIGUSR1, &s, 0);
    sigaction(SIGUSR1, 0, (void *)&buffer.action);
#elif CALL == JOIN
#define AT 0
    pthread_t t;
    pthread_create(&t, 0, five, 0);
    pthread_join(t, (void *)&buffer.pointer);
#elif CALL == MEMCPY
#define AT 0
    memcpy((void *)buffer.text, "abcdefghij", 10);
#elif CALL == MEMMOVE
#define AT 0
    memmove((void *)(buffer.text + 1), (void *)buffer.text, 16);
    memmove((void *)buffer.text, "abcdefghij", 10);
#elif CALL == MEMSET
#define AT 1
    memset((void *)buffer.text, 7, 16);
#elif CALL == INPUT
#define AT 1
    heddle_symbolic((void *)buffer.text, 16, "x");
    heddle_assume(buffer.word[1] == 5);
#elif CALL == SETJMP
#define AT 0
    jmp_buf *b = (void *)&buffer;
    setjmp(*b);
#elif CALL == SPRINTF
#define AT 0
    snprintf((void *)buffer.text, 20, "%d", 123456);
#elif CALL == TIME_RAW
#define AT 0
    syscall(SYS_time, &buffer.word[0]);
#elif CALL == POLL
#define AT 1 /* `revents` alone */
    int p[2];
    pipe(p);
    write(p[1], "a", 1);
    struct pollfd *f = (void *)(buffer.text + 2);
    f->fd = p[0];
    f->events = POLLIN;
    poll(f, 1, 0);
#elif CALL == EPOLL_WAIT
#define AT 0
    int p[2], e = epoll_create1(0);
    pipe(p);
    write(p[1], "a", 1);
    struct epoll_event v = {.events = EPOLLIN, .data.u64 = 77};
    epoll_ctl(e, EPOLL_CTL_ADD, p[0], &v);
    epoll_wait(e, (void *)&buffer.event, 1, 0);
#elif CALL == GETSOCKNAME
#define AT 0
    socklen_t n = sizeof buffer.address;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    listen(s, 1);
    getsockname(s, (void *)&buffer.address, &n);
#elif CALL == GETSOCKOPT
#define AT 0
    socklen_t n = 4;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    getsockopt(s, SOL_SOCKET, SO_TYPE, (void *)buffer.fd, &n);
#elif CALL == EVENTFD
#define AT 0
    int e = eventfd(5, 0);
    read(e, (void *)buffer.text, 8);
#elif CALL == TIMERFD
#define AT 0
    int e = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec v = {.it_value.tv_sec = 5, .it_interval.tv_sec = 3};
    timerfd_settime(e, 0, &v, 0);
    timerfd_gettime(e, (void *)&buffer.timer);
#elif CALL == SHMCTL
#define AT 0
    shmctl(shmget(IPC_PRIVATE, 5, 0600), IPC_STAT, (void *)&buffer.segment);
#elif CALL == SEMCTL
#define AT 0
    semctl(semget(IPC_PRIVATE, 5, 0600), 0, IPC_STAT, (void *)&buffer.set);
#elif CALL == SEMAPHORES
#define AT 0
    int s = semget(IPC_PRIVATE, 5, 0600);
    semctl(s, 1, SETVAL, 7);
    semctl(s, 0, GETALL, (void *)buffer.text);
#elif CALL == SIGPROCMASK
#define AT 0
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &s, 0);
    pthread_sigmask(SIG_BLOCK, 0, (void *)&buffer.mask);
#elif CALL == SEM_GETVALUE
#define AT 0
    sem_t s;
    sem_init(&s, 0, 3);
    sem_getvalue(&s, (void *)buffer.fd);
#elif CALL == GETRLIMIT
#define AT 1
    getrlimit(RLIMIT_NOFILE, (void *)&buffer.limit);
#elif CALL == READLINK
#define AT 0
    symlink("somewhere", "/link");
    readlink("/link", (void *)buffer.text, 8);
#elif CALL == FILE
#define AT 0
    int f = open("/file", O_RDONLY);
    pread(f, (void *)buffer.text, 8, 0);
#elif CALL == RECVFROM
#define AT 0
    int p[2];
    socketpair(AF_UNIX, SOCK_DGRAM, 0, p);
    send(p[1], "abcdefgh", 8, 0);
    recvfrom(p[0], (void *)buffer.text, 8, 0, 0, 0);
#elif CALL == FIONREAD_
#define AT 0
    int p[2];
    pipe(p);
    write(p[1], "abc", 3);
    ioctl(p[0], FIONREAD, (void *)buffer.fd);
#elif CALL == ACCEPT
#define AT 0
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = 0x100007f};
    socklen_t n = sizeof a;
    int s = socket(AF_INET, SOCK_STREAM, 0), c = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    bind(s, (void *)&a, n);
    listen(s, 1);
    getsockname(s, (void *)&a, &n);
    connect(c, (void *)&a, n);
    accept(s, (void *)&buffer.address, &n);
#elif CALL == GETDENTS
#define AT 1
    int f = open("/", O_RDONLY | O_DIRECTORY);
    syscall(SYS_getdents64, f, &buffer, 512);
#elif CALL == SELECT
#define AT 0
    int p[2];
    pipe(p);
    write(p[1], "a", 1);
    FD_SET(p[0], (fd_set *)&buffer.mask);
    select(p[0] + 1, (fd_set *)&buffer.mask, 0, 0, 0);
#endif
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    long first = buffer.word[AT], second = buffer.word[AT];
    heddle_assert(!(first == 0 && second != 0));
    pthread_join(t, 0);
    return 0;
}
