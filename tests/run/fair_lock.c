/* A thread that takes a lock again and again does not keep another one out. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stop;
static long rounds;
static void *set(void *unused) {
    usleep(1000);
    pthread_mutex_lock(&m);
    stop = 1;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t t;
    int ended = 0;
    pthread_create(&t, NULL, set, NULL);
    while (!ended) {
        pthread_mutex_lock(&m);
        ended = stop;
        rounds++;
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, NULL);
    puts(rounds > 1 ? "ended" : "too soon");
}
