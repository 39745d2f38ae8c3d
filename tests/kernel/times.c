/* ROUNDS time-outs (-DSLEEPS: sleeps) of one thread, and in the end something wrong. */
#include <heddle/heddle.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
#ifndef ROUNDS
#define ROUNDS 4
#endif
static int ends[2];
static void *work(void *arg) {
    int late = 0;
    for (int k = 0; k < ROUNDS; k++) {
#ifdef SLEEPS
        usleep(1000);
        late++;
#else
        struct pollfd p = {ends[0], POLLIN, 0};
        late += poll(&p, 1, 10) == 0;
#endif
    }
    heddle_assert(late < ROUNDS);
    return arg;
}
int main(void) {
    pthread_t t;
    pipe(ends);
    pthread_create(&t, 0, work, 0);
#ifdef WRITES
    write(ends[1], "x", 1);
#endif
    pthread_join(t, 0);
}
