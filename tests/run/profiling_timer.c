/* A timer of processor time does not expire while the process sleeps. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static volatile sig_atomic_t ticks;
static void tick(int number) {
    (void)number;
    ticks++;
}
int main(void) {
    struct itimerval v = {{0, 0}, {0, 50000}};
    signal(SIGPROF, tick);
    setitimer(ITIMER_PROF, &v, NULL);
    usleep(200000);
    printf("asleep: %d\n", (int)ticks);
    while (!ticks) {}
    printf("busy: %d\n", (int)ticks);
}
