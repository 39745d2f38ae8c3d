/* Threads that are cancelled in each kind of call that waits: clean-up handlers, destructors, results. explored by: por.
 * Another order has another output. Five kinds from FIRST on: what is explored grows with the square of them. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <semaphore.h>
#include <unistd.h>
#include <poll.h>
#include <time.h>
#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/select.h>
#include <sys/uio.h>
#include <stdlib.h>
#ifndef FIRST
#define FIRST 0
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static pthread_cond_t c = PTHREAD_COND_INITIALIZER; static sem_t never, ready; static pthread_key_t key; static pthread_t partner; static int ps[2], sk[2];
static void cl(void *a) { printf("[clean %s]", (char *)a); }
static void un(void *a) { printf("[unlock %d]", pthread_mutex_unlock(a)); }
static void ds(void *a) { printf("[tsd %s]", (char *)a); }
static void *blocker(void *a) { sem_wait(&never); return 0; }
static void *body(void *a) {
    char ch; int which = (int)(long)a; struct timespec t = {1000, 0}; struct pollfd p = {ps[0], POLLIN, 0}; sigset_t ss; int n; fd_set fs;
    pthread_setspecific(key, "value");
    pthread_cleanup_push(cl, "outer"); pthread_cleanup_push(cl, "inner");
    sem_post(&ready);
    switch (which) {
    case 0: pthread_mutex_lock(&m); pthread_cleanup_push(un, &m); while (1) pthread_cond_wait(&c, &m); pthread_cleanup_pop(0); break;
    case 1: { struct timespec at; clock_gettime(CLOCK_REALTIME, &at); at.tv_sec += 1000; pthread_mutex_lock(&m); pthread_cleanup_push(un, &m); while (1) pthread_cond_timedwait(&c, &m, &at); pthread_cleanup_pop(0); } break;
    case 2: pthread_join(partner, 0); break;
    case 3: sem_wait(&never); break;
    case 4: { struct timespec at; clock_gettime(CLOCK_REALTIME, &at); at.tv_sec += 1000; sem_timedwait(&never, &at); } break;
    case 5: read(ps[0], &ch, 1); break;
    case 6: nanosleep(&t, 0); break;
    case 7: sleep(1000); break;
    case 8: usleep(900000000); break;
    case 9: poll(&p, 1, -1); break;
    case 10: pause(); break;
    case 11: sigemptyset(&ss); sigsuspend(&ss); break;
    case 12: sigemptyset(&ss); sigaddset(&ss, SIGUSR1); sigwait(&ss, &n); break;
    case 13: recv(sk[0], &ch, 1, 0); break;
    case 14: FD_ZERO(&fs); FD_SET(ps[0], &fs); select(ps[0] + 1, &fs, 0, 0, 0); break;
    case 15: clock_nanosleep(CLOCK_MONOTONIC, 0, &t, 0); break;
    case 16: while (1) pthread_testcancel(); break;
    case 17: pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0); for (;;) ; break;
    case 18: accept(sk[1], 0, 0); break;
    case 19: { struct iovec v = {&ch, 1}; readv(ps[0], &v, 1); } break;
    }
    pthread_cleanup_pop(0); pthread_cleanup_pop(0);
    return "returned";
}
int main(void) {
    setvbuf(stdout, 0, _IONBF, 0); sem_init(&never, 0, 0); sem_init(&ready, 0, 0); pthread_key_create(&key, ds); pipe(ps); socketpair(AF_UNIX, SOCK_STREAM, 0, sk); pthread_create(&partner, 0, blocker, 0);
    for (long k = FIRST; k < FIRST + 5; k++) { pthread_t t; void *r; if (k == 17 || k == 18) continue; /* musl dies of the first */ pthread_create(&t, 0, body, (void *)k); sem_wait(&ready); printf("%ld:", k); int e = pthread_cancel(t); pthread_join(t, &r); printf(" %d %s\n", e, r == PTHREAD_CANCELED ? "canceled" : r ? (char *)r : "null"); }
    printf("mutex free %d\n", pthread_mutex_trylock(&m)); sem_post(&never); pthread_join(partner, 0);
    return 0;
}
