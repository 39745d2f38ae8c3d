/* A timer that starts a thread, and one that sends a queued signal. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int told;
static volatile sig_atomic_t value;
static void tell(union sigval v) {
    pthread_mutex_lock(&m);
    told += v.sival_int;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
}
static void on_signal(int number, siginfo_t *info, void *context) {
    (void)number, (void)context;
    value = info->si_value.sival_int;
}
int main(void) {
    timer_t t, u;
    struct sigevent e = {
        .sigev_notify = SIGEV_THREAD, .sigev_notify_function = tell, .sigev_value.sival_int = 7};
    struct itimerspec soon = {{0, 0}, {0, 20000000}}, later = {{0, 0}, {0, 60000000}};
    struct sigaction a = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaction(SIGUSR1, &a, NULL);
    timer_create(CLOCK_MONOTONIC, &e, &t);
    e = (struct sigevent){.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value.sival_int = 9};
    timer_create(CLOCK_REALTIME, &e, &u);
    timer_settime(t, 0, &soon, NULL);
    timer_settime(u, 0, &later, NULL);
    pthread_mutex_lock(&m);
    while (!told) pthread_cond_wait(&c, &m);
    printf("told %d, value %d\n", told, (int)value);
    pthread_mutex_unlock(&m);
    while (!value) usleep(10000);
    printf("value %d\n", (int)value);
    timer_delete(t);
    timer_delete(u);
}
