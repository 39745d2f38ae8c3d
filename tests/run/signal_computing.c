/* A handler runs in the midst of a computation that calls nothing. */
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
    usleep(5000);
    pthread_kill(*(pthread_t *)arg, SIGUSR1);
    return NULL;
}
int main(void) {
    pthread_t t, self = pthread_self();
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, send, &self);
    while (!got) {}
    puts("handled");
    pthread_join(t, NULL);
}
