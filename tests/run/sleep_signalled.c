/* A signal ends a sleep; what was left of it is told. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static volatile sig_atomic_t got;
static void handler(int number) { got = number; }
static void *send(void *arg) {
    usleep(50000);
    pthread_kill(*(pthread_t *)arg, SIGUSR2);
    return NULL;
}
int main(void) {
    pthread_t t, self = pthread_self();
    signal(SIGUSR2, handler);
    pthread_create(&t, NULL, send, &self);
    struct timespec long_time = {2, 0}, left = {9, 9};
    int result = nanosleep(&long_time, &left);
    printf("%d %d %d\n", result, errno == EINTR, got == SIGUSR2);
    printf("%d\n", left.tv_sec == 1 && left.tv_nsec > 500000000);
    pthread_join(t, NULL);
}
