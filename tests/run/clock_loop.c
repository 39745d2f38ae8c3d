/* A loop until the clock shows a time ends, and others had their turn meanwhile. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static atomic_int count;
static void *work(void *unused) {
    for (int k = 0; k < 5; k++) {
        usleep(2000);
        count++;
    }
    return unused;
}
int main(void) {
    pthread_t t;
    long end = now_ms() + 60;
    pthread_create(&t, NULL, work, NULL);
    while (now_ms() < end) {}
    printf("%d\n", count);
    pthread_join(t, NULL);
}
