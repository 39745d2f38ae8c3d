/* masked.c — calls that wait with another signal mask: ppoll, pselect, epoll_pwait. */
#include "signals.h"

/* Defined if the program sends signals (delivery.c), or waits for them (signals.c). */
HIDDEN int __heddle_interrupted(int always) __attribute__((__weak__));
HIDDEN int __heddle_take_signal(unsigned wanted, int waits, int timed, siginfo_t *info)
    __attribute__((__weak__));

/* Runs the handlers of signals that are pending and not blocked. Returns whether there was one. */
static int handlers_ran(void) {
    siginfo_t info;
    int came = __heddle_interrupted && __heddle_interrupted(1);
    for (int number; (number = __heddle_take_here(~__heddle_blocked()));) {
        info = __heddle_sent(number, SI_TKILL);
        came |= __heddle_handle(number, &info) != 0;
    }
    if (__heddle_interrupted || !__heddle_take_signal) return came;
    for (int number; (number = __heddle_take_signal(~__heddle_signal_bits(__heddle_blocked()) &
                                                        ~(unsigned)CANCELLATION,
                                                    0, 0, &info)) > 0;)
        came |= __heddle_handle(number, &info) != 0;
    return came;
}

HIDDEN long __heddle_wait_masked(const sigset_t *mask, void *call, int waits,
                                 long (*wait)(void *call, int waits)) {
    if (!mask) return wait(call, waits);
    sigset_t before, now = {{(unsigned long)concrete((long)mask->__bits[0])}};
    __heddle_swap_mask(&now, &before);
    /* What is ready comes first: then the handlers do not run with this mask. */
    long result = wait(call, 0);
    if (!result) result = handlers_ran() ? -EINTR : waits ? wait(call, 1) : 0;
    __heddle_sigmask(SIG_SETMASK, &before, 0);
    return result;
}
