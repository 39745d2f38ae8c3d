/* sigtimedwait times out, and takes a signal that comes in time. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void *send(void *unused) {
    usleep(40000);
    kill(getpid(), SIGUSR1);
    return unused;
}
int main(void) {
    sigset_t set;
    pthread_t t;
    struct timespec soon = {0, 20000000}, late = {2, 0};
    siginfo_t info;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    long begin = now_ms();
    printf("%d", sigtimedwait(&set, &info, &soon));
    printf(" %d %d\n", errno == EAGAIN, now_ms() - begin >= 20);
    pthread_create(&t, NULL, send, NULL);
    printf("%d\n", sigtimedwait(&set, &info, &late) == SIGUSR1);
    printf("%d\n", now_ms() - begin < 1000);
    pthread_join(t, NULL);
}
