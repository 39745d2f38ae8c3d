/* expect: safe */
/* A timer that expires once has no time left from then on, and one that expires again has less than its
 * interval, also if nobody reads that it has expired. */
#include <assert.h>
#include <sys/timerfd.h>
#include <time.h>

static long left_of(int timer) {
    struct itimerspec now;
    assert(!timerfd_gettime(timer, &now));
    return now.it_value.tv_sec * 1000000000L + now.it_value.tv_nsec;
}

int main(void) {
    int once = timerfd_create(CLOCK_MONOTONIC, 0), again = timerfd_create(CLOCK_MONOTONIC, 0);
    const struct itimerspec in_1 = {{0, 0}, {0, 1000000}}, each_2 = {{0, 2000000}, {0, 1000000}};
    const struct timespec nap = {0, 4000000};
    timerfd_settime(once, 0, &in_1, NULL);
    timerfd_settime(again, 0, &each_2, NULL);
    assert(left_of(once) > 0 && left_of(again) > 0);
    nanosleep(&nap, NULL);
    assert(left_of(once) == 0 && left_of(again) > 0 && left_of(again) <= 2000000);
    timerfd_settime(once, 0, &in_1, NULL);
    while (left_of(once)) continue;
    return 0;
}
