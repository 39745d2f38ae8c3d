/* Where main blocks a signal, another thread handles it. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static pthread_t self;
static atomic_int in_main, elsewhere;
static void handler(int number) {
    (void)number;
    if (pthread_equal(pthread_self(), self))
        in_main++;
    else
        elsewhere++;
}
static void *idle(void *unused) {
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &s, NULL);
    while (!elsewhere) usleep(10000);
    return unused;
}
int main(void) {
    pthread_t u;
    sigset_t s;
    self = pthread_self();
    signal(SIGUSR1, handler);
    sigemptyset(&s);
    sigaddset(&s, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &s, NULL);
    pthread_create(&u, NULL, idle, NULL);
    usleep(30000);
    kill(getpid(), SIGUSR1);
    pthread_join(u, NULL);
    printf("main %d, elsewhere %d\n", in_main, elsewhere);
}
