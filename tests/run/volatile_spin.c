/* A loop without a call waits for a variable that another thread sets. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static volatile int stop, seen;
static void *set(void *unused) {
    usleep(2000);
    stop = 1;
    return unused;
}
static void *look(void *unused) {
    while (!stop) {}
    seen = 1;
    return unused;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, look, NULL);
    pthread_create(&u, NULL, set, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    printf("seen %d\n", seen);
}
