/* expect: safe */
/* Who is told that a timer has expired reads it, also without waiting, and its clock has come there. */
#include <assert.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
static int over(struct timespec at) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > at.tv_sec || (now.tv_sec == at.tv_sec && now.tv_nsec >= at.tv_nsec);
}
int main(void) {
    struct itimerspec set = {{0, 0}, {0, 0}};
    struct epoll_event e = {.events = EPOLLIN};
    unsigned long times;
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), watched = epoll_create1(0);
    epoll_ctl(watched, EPOLL_CTL_ADD, timer, &e);
    clock_gettime(CLOCK_MONOTONIC, &set.it_value);
    set.it_value.tv_sec += 5;
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &set, NULL);
    assert(read(timer, &times, sizeof times) < 0);
    while (epoll_wait(watched, &e, 1, -1) == 1 && read(timer, &times, sizeof times) < 0) {}
    assert(times == 1 && over(set.it_value));
    return 0;
}
