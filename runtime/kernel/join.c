/*
 * join.c — joins that do not wait forever. At its end, each thread of a program that uses them sets
 * a word that can be read and waited for. A join follows if the word is set.
 */
#include <pthread.h>
#include <time.h>
#include "kernel.h"

static unsigned ended[HEDDLE_THREADS_MAX]; /* by thread: POLLIN */

/* Called by thread.c when a number is given to a new thread, and when a thread ends. */
HIDDEN void __heddle_thread_begins(int thread) {
    if (!ended[thread]) return;
    enter("create a thread", ITEM(&ended[thread], WRITES));
    ended[thread] = 0;
    leave();
}
HIDDEN void __heddle_thread_ends(int thread) {
    enter("end a thread", ITEM(&ended[thread], WRITES));
    invariant(!peek(ended[thread])); /* a thread ends once */
    ended[thread] = POLLIN;
    leave();
}

/* Joins a thread; with `until`, waits until that time of the clock at most. */
static int join(pthread_t thread, void **result, clockid_t clock, const struct timespec *until) {
    unsigned long id = (unsigned long)thread;
    if (id >= HEDDLE_THREADS_MAX) return ESRCH;
    struct __heddle_item item = {&ended[id], until ? POLLIN : 0, 0, READS, 0};
    if (until) deadline_at(clock, nanoseconds(until));
    __heddle_kernel_enter(&item, 1, until != 0, "join a thread");
    unsigned there = ended[id];
    invariant(!(there & ~(unsigned)POLLIN));
    leave();
    if (there) return pthread_join(thread, result);
    if (!until) return EBUSY;
    engine(HEDDLE_CALL_PASS_UNTIL, clock, nanoseconds(until));
    return ETIMEDOUT;
}

PUBLIC int pthread_tryjoin_np(pthread_t thread, void **result) {
    look_for_signals();
    return join(thread, result, CLOCK_REALTIME, 0);
}
PUBLIC int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
                                const struct timespec *until) {
    if (!until) return pthread_join(thread, result);
    clock = (clockid_t)concrete(clock);
    if (!__heddle_is_clock(clock)) return EINVAL;
    if ((unsigned long)concrete(until->tv_nsec) >= 1000000000) return EINVAL;
    cancellation_point();
    return join(thread, result, clock, until);
}
PUBLIC int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until) {
    return pthread_clockjoin_np(thread, result, CLOCK_REALTIME, until);
}
