/* Threads that sleep wake in the order of their times. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static void *sleeper(void *arg) {
    long ms = (long)arg;
    usleep((unsigned)ms * 1000);
    printf("%ld\n", ms);
    return NULL;
}
int main(void) {
    static const long ms[] = {120, 30, 90, 60, 150};
    pthread_t t[5];
    for (int k = 0; k < 5; k++) pthread_create(&t[k], NULL, sleeper, (void *)ms[k]);
    for (int k = 0; k < 5; k++) pthread_join(t[k], NULL);
    puts("end");
}
