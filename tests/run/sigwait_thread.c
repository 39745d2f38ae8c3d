/* A thread waits for the signals of the process with sigwait. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static sigset_t set;
static void *wait(void *unused) {
    for (int number = 0; number != SIGTERM;) {
        sigwait(&set, &number);
        puts(number == SIGUSR1 ? "usr1" : number == SIGTERM ? "term" : "?");
    }
    return unused;
}
int main(void) {
    pthread_t t;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, wait, NULL);
    for (int k = 0; k < 2; k++) {
        usleep(20000);
        kill(getpid(), SIGUSR1);
    }
    usleep(20000);
    kill(getpid(), SIGTERM);
    pthread_join(t, NULL);
    puts("end");
}
