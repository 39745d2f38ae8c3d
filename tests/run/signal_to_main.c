/* A signal for the process is handled by main, whoever sends it. */
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
static void *send(void *unused) {
    usleep(20000);
    for (int k = 0; k < 3; k++) {
        kill(getpid(), SIGUSR1);
        usleep(20000);
    }
    return unused;
}
static void *idle(void *unused) {
    struct timespec t = {0, 200000000};
    while (nanosleep(&t, &t)) {}
    return unused;
}
int main(void) {
    pthread_t t, u;
    self = pthread_self();
    signal(SIGUSR1, handler);
    pthread_create(&u, NULL, idle, NULL);
    pthread_create(&t, NULL, send, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    printf("main %d, elsewhere %d\n", in_main, elsewhere);
}
