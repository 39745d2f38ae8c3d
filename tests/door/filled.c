/* A thread lets a call fill a buffer that main looks at twice, without order (-DCALL=…): with every access interleaved, main can see a
 * word of it before and after the call has written it. AT: a word that cannot be zero afterwards. */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
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
static volatile union {
    char text[512];
    long word[64];
    int fd[2];
    void *pointer;
    struct timespec ts;
    struct timeval tv;
    struct stat status;
    struct utsname name;
    struct sigaction action;
    jmp_buf jump;
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
