/* misc.c — properties of the machine (names, limits) and sleep. All of them are the same in every
 * run. */
#include <sched.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include "kernel.h"

SYSCALL(uname) {
    *(struct utsname *)a =
        (struct utsname){"Linux", "heddle", "6.1.0", "#1 heddle", "x86_64", "(none)"};
    return 0;
}

/* Defined if the program sends signals (delivery.c). */
HIDDEN int __heddle_interrupted(int always) __attribute__((__weak__));
HIDDEN int __heddle_interrupted_until(long clock, long time) __attribute__((__weak__));

static unsigned never; /* a word that stays 0 */

HIDDEN void __heddle_rest_until_deadline(const char *what) {
    struct __heddle_item item = WAIT(&never, READS, 1);
    __heddle_kernel_enter(&item, 1, 1, what);
    leave();
}

HIDDEN int __heddle_sleep_until_deadline(const char *what) {
    struct __heddle_item item = WAIT(&never, READS, 1);
    if (wait_for_piece(&item, 1, 1, what, 1) < 0) return 0;
    leave();
    return 1;
}

/* Sleeps: lets other threads run first, which is explored anyway, and advances the thread's own
 * time. A signal that has come by then ends the sleep at once. */
static long sleep_for(const struct timespec *t, struct timespec *left) {
    if (!is_duration(t)) return -EINVAL;
    long time = nanoseconds(t);
    if (time_is_real()) {
        deadline_in(time);
        if (__heddle_sleep_until_deadline("sleep")) return 0;
        time = engine(HEDDLE_CALL_DEADLINE, HEDDLE_DEADLINE_LEFT);
        if (left) *left = (struct timespec){time / 1000000000, time % 1000000000};
        return -EINTR;
    }
    if (__heddle_interrupted && __heddle_interrupted(1)) {
        if (left) *left = (struct timespec){time / 1000000000, time % 1000000000};
        return -EINTR;
    }
    engine(HEDDLE_CALL_SLEEP, time);
    __heddle_others_go_on("sleep");
    return 0;
}
SYSCALL(nanosleep) { return sleep_for((const struct timespec *)a, (struct timespec *)b); }
SYSCALL(clock_nanosleep) {
    const struct timespec *t = (const struct timespec *)c;
    long refused = clock_refused((int)concrete(a), CLOCK_TO_SLEEP);
    if (refused) return refused;
    if (!(b & TIMER_ABSTIME)) return sleep_for(t, (struct timespec *)d);
    if (!is_duration(t)) return -EINVAL;
    long until = nanoseconds(t);
    if (time_is_real()) {
        deadline_at(a, until);
        return __heddle_sleep_until_deadline("sleep") ? 0 : -EINTR;
    }
    if (__heddle_interrupted_until && __heddle_interrupted_until(a, until)) return -EINTR;
    return engine(HEDDLE_CALL_SLEEP_UNTIL, a, until);
}

SYSCALL(getrusage) {
    if (a != RUSAGE_SELF && a != RUSAGE_CHILDREN && a != RUSAGE_THREAD) return -EINVAL;
    long now = a == RUSAGE_CHILDREN ? 0 : engine(HEDDLE_CALL_BUSY, a != RUSAGE_THREAD);
    *(struct rusage *)b =
        (struct rusage){.ru_utime = {now / 1000000000, now % 1000000000 / 1000}, .ru_maxrss = 4096};
    return 0;
}
SYSCALL(times) {
    if (a) *(struct tms *)a = (struct tms){engine(HEDDLE_CALL_BUSY, 1) / 10000000, 0, 0, 0};
    return engine(HEDDLE_CALL_TIME, 0) / 10000000;
}
/* Bytes that the kernel writes: the structure of libc has room behind them, that of the kernel's
 * headers has not. */
#define SYSINFO_WRITTEN ((offsetof(struct sysinfo, __reserved) + 7) & ~7ul)
SYSCALL(sysinfo) {
    struct sysinfo s = {
        .uptime = 100000, .totalram = 4ul << 30, .freeram = 2ul << 30, .procs = 1, .mem_unit = 1};
    memcpy((void *)a, &s, SYSINFO_WRITTEN);
    return 0;
}
/* Two processors. */
SYSCALL(sched_getaffinity) {
    if (b < 8) return -EINVAL;
    memset((void *)c, 0, (unsigned long)b);
    *(unsigned char *)c = 3;
    return 8;
}
SYSCALL(sched_setaffinity) { return 0; }
