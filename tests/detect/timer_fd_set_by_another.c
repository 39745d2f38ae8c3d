/* expect: safe */
/* Who reads a timer waits until it expires, also where another thread stops it and sets it again. */
#include <assert.h>
#include <pthread.h>
#include <sys/timerfd.h>
#include <unistd.h>
static int timer;

static void *waits(void *p) {
    unsigned long times = 0;
    assert(read(timer, &times, sizeof times) == sizeof times && times == 1);
    return p;
}

int main(void) {
    pthread_t t;
    struct itimerspec stop = {{0, 0}, {0, 0}}, set = {{0, 0}, {5, 0}};
    timer = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(timer, 0, &set, 0);
    pthread_create(&t, 0, waits, 0);
    timerfd_settime(timer, 0, &stop, 0);
#ifndef STOPPED
    timerfd_settime(timer, 0, &set, 0);
#endif
    pthread_join(t, 0);
    return 0;
}
