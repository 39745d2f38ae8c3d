/* oracle: seed 9200151, sync: unfold, cut-offs, optimal, order dfs, 1 workers: 42 events instead of 57 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <stdatomic.h>
#include <stdio.h>
#ifdef NATIVE
#include <sys/wait.h>
static _Thread_local unsigned long pauses;
static unsigned long round_number;
static void pause_a_little(void) {
    if (!pauses) pauses = (round_number * 77 + (unsigned long)&pauses / 64) | 1;
    pauses = pauses * 6364136223846793005ul + 1442695040888963407ul;
    unsigned long n = pauses >> 33;
    if (n % 3 == 0) usleep(n / 3 % 60);
}
#define PAUSE pause_a_little()
#define SHARED _Atomic int
#define heddle_assert(c) ((c) ? (void)0 : (dprintf(1, "assertion %d\n", __LINE__), _exit(1)))
#define heddle_assume(c) ((c) ? (void)0 : _exit(2))
#else
#include <heddle/heddle.h>
#define PAUSE (void)0
#define SHARED int
#endif
static const struct timespec soon = {1, 0};
static int p0[2], k0[2], e0, f0, q0;
static int told(long n) { return n >= 0 ? (int)n : errno == EAGAIN ? 20 : errno == EPIPE ? 21 : errno == EBADF ? 22 : 23; }
static int get(int fd, int n) {
    char b[4] = {0};
    long k = read(fd, b, (unsigned long)n);
    return k <= 0 ? told(k) : (b[0] & 7) + 4 * (b[1] & 7);
}
static int put(int fd, int n) { return told(write(fd, n == 1 ? "1" : "23", (unsigned long)n)); }
static int take(int fd) {
    unsigned long n = 0;
    long k = read(fd, &n, 8);
    return k < 0 ? told(k) : (int)n;
}
static int add(int fd, unsigned long n) { return told(write(fd, &n, 8)); }
static int look(int fd, int events, int other, int others, int timeout) {
    struct pollfd p[2] = {{fd, (short)events, 0}, {other, (short)others, 0}};
    int n = poll(p, 2, timeout);
    return n < 0 ? told(n) : p[0].revents + 64 * p[1].revents;
}
static int watch(int how, int fd, unsigned events) {
    struct epoll_event e = {.events = events, .data.fd = fd};
    return epoll_ctl(q0, how, fd, &e) ? errno : 0;
}
static int await(int timeout) {
    struct epoll_event e[4];
    int n = epoll_wait(q0, e, 4, timeout), sum = 0;
    for (int k = 0; k < n; k++) sum += (int)e[k].events * (e[k].data.fd + 3);
    return n < 0 ? told(n) : sum;
}
static int y1;
static int y2;
static SHARED x0;
static atomic_int a0;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static char *xp, *volatile xs;
static void lend(int n) {
    char big[5020];
    big[n] = 1;
    xs = big;
    PAUSE;
}
static struct timespec xt;
static unsigned char xn;
__attribute__((noinline)) static void set0(void) { xn = 0; }
__attribute__((noinline)) static void set1(void) { xn = 1; }
static pthread_t h1;
static void *thread1(void *r);
static pthread_t h2;
static void *thread2(void *r);
static void *thread1(void *r) {
    int r0 = 0, r1 = 0;
    PAUSE;
    r1 = get(f0, 1);
    PAUSE;
    { char c = 0; r0 = (int)pread(f0, &c, 1, 0) * 4 + c % 4; }
    y1 = r0 * 100 + r1;
    return r;
}
static void *thread2(void *r) {
    int r0 = 0, r1 = 0;
    PAUSE;
    { char c = 0; r0 = (int)pread(f0, &c, 1, 1) * 4 + c % 4; }
    PAUSE;
    r1 = get(f0, 1);
    y2 = r0 * 100 + r1;
    return r;
}
static int program(void) {
    int r0 = 0, r1 = 0;
    signal(SIGPIPE, SIG_IGN);
    f0 = open("shared", O_RDWR | O_CREAT | O_TRUNC, 0600);
    xp = calloc(1, 8);
    pthread_create(&h1, 0, thread1, 0);
    pthread_create(&h2, 0, thread2, 0);
    pthread_join(h1, 0);
    pthread_join(h2, 0);
    PAUSE;
    int v0 = x0;
    int w0 = atomic_load(&a0);
    char text[100];
    int length = snprintf(text, sizeof text, "x0=%d a0=%d y1=%d y2=%d r0=%d r1=%d\n", v0, w0, y1, y2, r0, r1);
    fwrite(text, 1, (size_t)length, stdout);
    fflush(stdout);
    (void)r0, (void)r1;
    return 0;
}
#ifdef NATIVE
int main(void) {
    for (int fd = 3; fd < 1000; fd++) close(fd);
    for (round_number = 1; round_number <= RUNS; round_number++) {
        pid_t child = fork();
        int status;
        if (child == 0) {
            ualarm(900000, 0);
            lseek(0, 0, SEEK_SET);
            program();
            _exit(0);
        }
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status)) {
            dprintf(1, "hang\n");
            return 0;
        }
    }
    return 0;
}
#else
int main(void) { return program(); }
#endif
