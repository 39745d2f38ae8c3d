/* oracle: seed 9200080, sync: unfold, cut-offs, optimal, order dfs, 1 workers: 94 events instead of 122 */
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
static SHARED x0;
static SHARED x1;
static atomic_int a0;
static atomic_int a1;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t w0 = PTHREAD_RWLOCK_INITIALIZER;
static pthread_t h1;
static void *thread1(void *r);
static pthread_t h2;
static void *thread2(void *r);
static void *thread1(void *r) {
    int r0 = 0, r1 = 0;
    pthread_create(&h2, 0, thread2, 0);
    PAUSE;
    pthread_cond_broadcast(&c0);
    PAUSE;
    x0 = x0 * 2 + r0;
    (void)r0, (void)r1;
    return r;
}
static void *thread2(void *r) {
    int r0 = 0, r1 = 0;
    PAUSE;
    pthread_cond_broadcast(&c0);
    PAUSE;
    if (r1 == 0) {
        PAUSE;
        x1 = 2;
        PAUSE;
        if (r1 != 1) {
            PAUSE;
            x0 = r0 + 1;
        } else {
            PAUSE;
            x0 = 3;
        }
    }
    PAUSE;
    x0 = 1;
    (void)r0, (void)r1;
    return r;
}
static int program(void) {
    int r0 = 0, r1 = 0;
    pthread_create(&h1, 0, thread1, 0);
    pthread_join(h1, 0);
    PAUSE;
    int v0 = x0;
    int v1 = x1;
    int w0 = atomic_load(&a0);
    int w1 = atomic_load(&a1);
    char text[100];
    int length = snprintf(text, sizeof text, "x0=%d x1=%d a0=%d a1=%d r0=%d r1=%d\n", v0, v1, w0, w1, r0, r1);
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
