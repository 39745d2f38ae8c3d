/*
 * signals.h — signals that are pending: for the process (signals.c), for a thread that another one
 * sent them to (delivery.c), for a thread that raised them itself (../signal.c).
 */
#ifndef HEDDLE_KERNEL_SIGNALS_H
#define HEDDLE_KERNEL_SIGNALS_H

#include <signal.h>
#include "kernel.h"

/* Signals as bits of a state word: bit n - 1 for signal n. The first real-time signals have the
 * bits of signals that are never pending, and so has a cancellation. */
enum { FIRST_REALTIME = 35, REALTIME = 3, CANCELLATION = (int)(1u << 31) };
static inline unsigned __heddle_realtime_bit(int k) {
    return 1u << (k == 0 ? SIGKILL - 1 : k == 1 ? SIGSTOP - 1 : SIGSTKFLT - 1);
}
/* 0: a signal that is not modelled. */
static inline unsigned __heddle_signal_bit(int number) {
    if (number >= FIRST_REALTIME && number < FIRST_REALTIME + REALTIME)
        return __heddle_realtime_bit(number - FIRST_REALTIME);
    int free =
        number < 1 || number > 31 || number == SIGKILL || number == SIGSTOP || number == SIGSTKFLT;
    return free ? 0 : 1u << (number - 1);
}
/* The bits of a set of the program's. */
static inline unsigned __heddle_signal_bits(unsigned long set) {
    unsigned bits = (unsigned)set & 0x7fffffff;
    for (int k = 0; k < REALTIME; k++) {
        bits &= ~__heddle_realtime_bit(k);
        if (set >> (FIRST_REALTIME + k - 1) & 1) bits |= __heddle_realtime_bit(k);
    }
    return bits;
}
/* The lowest signal among these bits; 0: there is none. */
static inline int __heddle_first_signal(unsigned bits) {
    for (int n = 1; n < FIRST_REALTIME + REALTIME; n++)
        if (bits & __heddle_signal_bit(n)) return n;
    return 0;
}

/* What is to be told of a signal, in the order in which they came; where there is nothing to tell,
 * there is none. */
struct note {
    struct note *next;
    siginfo_t info;
    long due; /* of a timer: when */
};
/* What is told of a signal that nobody queued: sent by the process itself, to itself (SI_USER) or
 * to a thread of it (SI_TKILL). */
static inline siginfo_t __heddle_sent(int number, int code) {
    return (siginfo_t){.si_signo = number, .si_code = code, .si_pid = 1000, .si_uid = 1000};
}
/* Signals that are pending for one thread, or the process. */
struct inbox {
    unsigned word;
    struct note *notes;
};
extern HIDDEN struct inbox __heddle_process;

/* A signal becomes pending. `info` (NULL: nothing to tell) and `due` as in a note. 1: it was
 * already. */
HIDDEN int __heddle_post(struct inbox *to, int number, const siginfo_t *info, long due);
/* Takes one of these signals out; 0: there is none any more. *info is filled in. */
HIDDEN int __heddle_take(struct inbox *from, unsigned wanted, siginfo_t *info);
/* Takes one out of those that are pending for the calling thread or the process, waiting for one
 * where `waits`; 0: none, or its time was over; -EINTR: the handler of another one ran. */
HIDDEN int __heddle_take_signal(unsigned wanted, int waits, int timed, siginfo_t *info);

/* The calling thread's own; defined where the program sends signals to threads. */
HIDDEN struct inbox *__heddle_own_inbox(void) __attribute__((__weak__));
/* Runs the handlers of what is there for the calling thread and not blocked. 0: there was none; 1:
 * all were such after which calls go on; 2: not all. */
HIDDEN int __heddle_deliver(void) __attribute__((__weak__));

/* signal.c. What was pending beside the signal that was taken out last, of the same origin. */
extern HIDDEN _Thread_local unsigned __heddle_left_pending;
/* The handler of a signal, or what else its action is: 0 it is ignored, 1 and 2 as above. */
HIDDEN int __heddle_handle(int number, const siginfo_t *info);
/* Whether the action is the default, and that ends the process. */
HIDDEN int __heddle_ends_process(int number);
/* The mask of the calling thread. */
HIDDEN unsigned long __heddle_blocked(void);
int __heddle_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old);
/* The mask becomes *new (NULL: stays), without the delivery of what is unblocked. */
void __heddle_swap_mask(const sigset_t *new, sigset_t *old);
unsigned long __heddle_pending_here(void);
int __heddle_take_here(unsigned long wanted);

#endif
