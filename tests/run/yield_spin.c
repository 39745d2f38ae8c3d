/* A thread yields until another one, which sleeps, has set a flag. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static atomic_int stop;
static void *set(void *unused) {
    usleep(20000);
    stop = 1;
    return unused;
}
int main(void) {
    pthread_t t;
    long rounds = 0;
    pthread_create(&t, NULL, set, NULL);
    for (; !stop; rounds++) sched_yield();
    pthread_join(t, NULL);
    puts(rounds > 1 ? "many rounds" : "few rounds");
}
