/*
 * signals.c — signals that the process sends to itself with kill(). One that the sender does not block is
 * handled at once, in the sender; else it is pending until a thread waits for it (sigsuspend, sigwait) or
 * unblocks it. What a thread raised for itself is pending in runtime/signal.c. Nothing is delivered to a
 * thread in the middle of something else: a program that relies on that is told so where it asks for it.
 */
#include <signal.h>
#include "signals.h"

HIDDEN unsigned __heddle_pending;

#define BIT(n) (1u << ((n) - 1))
#define LAST 32

int __heddle_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old);
/* Without the delivery of what is unblocked, save by `raise`. */
void __heddle_swap_mask(const sigset_t *new, sigset_t *old);

unsigned long __heddle_pending_here(void);
int __heddle_take_here(unsigned long wanted);

static unsigned bits_of(const sigset_t *set) { return (unsigned)set->__bits[0]; }
static unsigned blocked(void) {
    sigset_t now;
    __heddle_sigmask(SIG_BLOCK, 0, &now);
    return bits_of(&now);
}

HIDDEN int __heddle_take_signal(unsigned wanted, int waits, int timed) {
    int here = __heddle_take_here(wanted);
    if (here) return here;
    struct __heddle_item item = {&__heddle_pending, waits ? wanted : 0, 0, WRITES, 0};
    __heddle_kernel_enter(&item, 1, timed, "wait for a signal");
    int number = 0;
    if (__heddle_pending & wanted) {
        number = __builtin_ctz(__heddle_pending & wanted) + 1;
        __heddle_pending &= ~BIT(number);
    }
    leave();
    return number;
}

/* What a thread does that unblocks signals. */
HIDDEN void __heddle_unblocked(void) {
    for (;;) {
        unsigned wanted = ~blocked();
        enter("look at pending signals", ITEM(&__heddle_pending, READS));
        int any = (__heddle_pending & wanted) != 0;
        leave();
        int number = any ? __heddle_take_signal(wanted, 0, 0) : 0;
        if (!number) return;
        raise(number);
    }
}

SYSCALL(kill) {
    a = (int)concrete(a);
    b = (int)concrete(b);
    if (b < 0 || b > 64) return -EINVAL;
    if (a != 1000 && a != 0 && a != -1 && a != -1000) return -ESRCH;
    if (!b) return 0;
    if (b > LAST) return -EINVAL;
    if (!(blocked() & BIT(b))) {
        raise((int)b);
        return 0;
    }
    enter("send a signal", ITEM(&__heddle_pending, WRITES));
    __heddle_pending |= BIT(b);
    leave();
    return 0;
}

SYSCALL(rt_sigsuspend) {
    sigset_t before;
    __heddle_swap_mask((const sigset_t *)a, &before);
    int number = __heddle_take_signal(~blocked(), 1, 0);
    raise(number);
    __heddle_sigmask(SIG_SETMASK, &before, 0);
    return -EINTR;
}
SYSCALL(pause) {
    sigset_t now;
    __heddle_sigmask(SIG_BLOCK, 0, &now);
    return __heddle_sys_rt_sigsuspend((long)&now, 0, 0, 0, 0, 0);
}

SYSCALL(rt_sigtimedwait) {
    const struct timespec *timeout = (const struct timespec *)c;
    int number = __heddle_take_signal(bits_of((const sigset_t *)a),
                                      !timeout || timeout->tv_sec || timeout->tv_nsec, timeout != 0);
    if (!number) return -EAGAIN;
    if (b) *(siginfo_t *)b = (siginfo_t){.si_signo = number, .si_code = SI_USER};
    return number;
}

SYSCALL(rt_sigpending) {
    enter("look at pending signals", ITEM(&__heddle_pending, READS));
    unsigned now = __heddle_pending;
    leave();
    *(sigset_t *)a = (sigset_t){{now | __heddle_pending_here()}};
    return 0;
}
