/* oracle: seed 9200023, sync: unfold, cut-offs, optimal, order dfs, 1 workers: 34 events instead of 39 */
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
#ifdef IN0
#define INPUT0 IN0
#else
#define INPUT0 ({ int in = heddle_int("in0"); heddle_assume(in >= 0 && in < 4); in; })
#endif
static SHARED x0;
static SHARED x1;
static atomic_int a0;
static atomic_int a1;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
static union { _Atomic unsigned char b[8]; _Atomic unsigned short s[4]; _Atomic unsigned h[2]; _Atomic unsigned long w; } au;
static pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t p0;
static pthread_once_t o0 = PTHREAD_ONCE_INIT;
static void initialise(void) { x0 = x0 * 2 + 1; }
static SHARED shared_input;
static pthread_t h1;
static void *thread1(void *r);
static pthread_t h2;
static void *thread2(void *r);
static void *thread1(void *r) {
    int r0 = 0, r1 = 0;
    PAUSE;
    if (pthread_mutex_timedlock(&m0, &soon) == 0) {
        PAUSE;
        pthread_mutex_lock(&m1);
        pthread_mutex_unlock(&m1);
        pthread_mutex_unlock(&m0);
    }
    (void)r0, (void)r1;
    return r;
}
static void *thread2(void *r) {
    int r0 = 0, r1 = 0;
    PAUSE;
    atomic_store(&au.b[2], 1);
    PAUSE;
    pthread_mutex_lock(&m0);
    x0 = 1; pthread_cond_signal(&c0);
    pthread_mutex_unlock(&m0);
    (void)r0, (void)r1;
    return r;
}
static int program(void) {
    int r0 = 0, r1 = 0;
    pthread_spin_init(&p0, 0);
    shared_input = INPUT0;
    pthread_create(&h1, 0, thread1, 0);
    pthread_create(&h2, 0, thread2, 0);
    pthread_join(h1, 0);
    pthread_join(h2, 0);
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
