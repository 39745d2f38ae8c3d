/* expect: assertion "late" */
/* assumption: code takes no time */
/* Threads wait for a clock without a visible operation: time passes. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
static void *late(void *p) {
    clock_t end = clock() + CLOCKS_PER_SEC / 10;
    while (clock() < end) {}
    return p;
}
int main(void) {
    time_t end = time(0) + 2;
    while (time(0) < end) {}
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct itimerspec soon = {{0, 0}, {1, 0}};
    timerfd_settime(timer, 0, &soon, 0);
    uint64_t times;
    while (read(timer, &times, sizeof times) < 0) {}
    pthread_t t;
    pthread_create(&t, 0, late, 0);
    pthread_join(t, 0);
    assert(!"late");
}
