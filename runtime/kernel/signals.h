/*
 * signals.h — pending signals: for the process (signals.c), for a thread to which another one sent
 * them (delivery.c), for a thread that raised them itself (../signal.c).
 */
#ifndef HEDDLE_KERNEL_SIGNALS_H
#define HEDDLE_KERNEL_SIGNALS_H

#include <signal.h>
#include "kernel.h"

/* Signals as bits of a state word: bit n - 1 for signal n. The first real-time signals, and a
 * cancellation, use the bits of signals that are never pending. */
enum { FIRST_REALTIME = 35, REALTIME = 3, CANCELLATION = (int)(1u << 31) };
static inline unsigned __heddle_realtime_bit(int k) {
    return 1u << (k == 0 ? SIGKILL - 1 : k == 1 ? SIGSTOP - 1 : SIGSTKFLT - 1);
}
/* Returns the bit of a signal; 0 if it is not modelled. */
static inline unsigned __heddle_signal_bit(int number) {
    if (number >= FIRST_REALTIME && number < FIRST_REALTIME + REALTIME)
        return __heddle_realtime_bit(number - FIRST_REALTIME);
    int free =
        number < 1 || number > 31 || number == SIGKILL || number == SIGSTOP || number == SIGSTKFLT;
    return free ? 0 : 1u << (number - 1);
}
/* Returns the bits of a signal set of the program. */
static inline unsigned __heddle_signal_bits(unsigned long set) {
    unsigned bits = (unsigned)set & 0x7fffffff;
    for (int k = 0; k < REALTIME; k++) {
        bits &= ~__heddle_realtime_bit(k);
        if (set >> (FIRST_REALTIME + k - 1) & 1) bits |= __heddle_realtime_bit(k);
    }
    return bits;
}
/* Returns the lowest signal among these bits, or 0. */
static inline int __heddle_first_signal(unsigned bits) {
    for (int n = 1; n < FIRST_REALTIME + REALTIME; n++)
        if (bits & __heddle_signal_bit(n)) return n;
    return 0;
}

/* Information on a signal, in the order of arrival. A signal without information has none. */
struct note {
    struct note *next;
    siginfo_t info;
    long due; /* for a timer: its time */
};
/* Returns the information on a signal that was not queued: sent by the process to itself (SI_USER)
 * or to one of its threads (SI_TKILL). */
static inline siginfo_t __heddle_sent(int number, int code) {
    return (siginfo_t){.si_signo = number, .si_code = code, .si_pid = 1000, .si_uid = 1000};
}
/* Signals that are pending for one thread, or the process. */
struct inbox {
    unsigned word;
    struct note *notes;
};
extern HIDDEN struct inbox __heddle_process;

/* Makes a signal pending. `info` (NULL: none) and `due` as in a note. Returns 1 if it was already
 * pending. */
HIDDEN int __heddle_post(struct inbox *to, int number, const siginfo_t *info, long due);
/* Takes out one of these signals and fills in *info. Returns its number, or 0 if there is none any
 * more. */
HIDDEN int __heddle_take(struct inbox *from, unsigned wanted, siginfo_t *info);
/* Takes out one of the signals pending for the calling thread or the process; `waits` for one.
 * Returns its number, or 0 if there is none or the time was over. Returns -EINTR if the handler of
 * another signal ran. */
HIDDEN int __heddle_take_signal(unsigned wanted, int waits, int timed, siginfo_t *info);

/* Returns the inbox of the calling thread. Defined if the program sends signals to threads. */
HIDDEN struct inbox *__heddle_own_inbox(void) __attribute__((__weak__));
/* Runs the handlers of signals pending for the calling thread and not blocked. Returns 0: there was
 * none; 1: all handlers have SA_RESTART; 2: not all. */
HIDDEN int __heddle_deliver(void) __attribute__((__weak__));

/* signal.c: pending signals of the same origin as the signal that was taken out last. */
extern HIDDEN _Thread_local unsigned __heddle_left_pending;
/* Performs the action of a signal, such as its handler. Returns 0: it is ignored; 1 and 2 as
 * above. */
HIDDEN int __heddle_handle(int number, const siginfo_t *info);
/* Whether the action is the default, and ends the process. */
HIDDEN int __heddle_ends_process(int number);
/* Returns the mask of the calling thread. */
HIDDEN unsigned long __heddle_blocked(void);
int __heddle_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old);
/* Sets the mask to *new (NULL: unchanged), without delivering unblocked signals. */
void __heddle_swap_mask(const sigset_t *new, sigset_t *old);
unsigned long __heddle_pending_here(void);
int __heddle_take_here(unsigned long wanted);

#endif
