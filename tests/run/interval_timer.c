/* An interval timer expires ten times, in order with a thread that sleeps. */
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
    struct itimerval v = {{0, 20000}, {0, 20000}}, none = {{0, 0}, {0, 0}};
    signal(SIGALRM, tick);
    setitimer(ITIMER_REAL, &v, NULL);
    int sleeps = 0;
    while (ticks < 5) {
        pause();
        sleeps++;
    }
    setitimer(ITIMER_REAL, &none, NULL);
    printf("%d ticks, %d pauses\n", (int)ticks, sleeps);
}
