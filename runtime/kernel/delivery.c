/*
 * delivery.c — signals that come to a thread from elsewhere: from other threads, from timers, or
 * sent to the process. Each thread has a word with the signals pending for it. It looks at that
 * word, and at the one of the process, before every operation that others can notice. The look is a
 * piece of its own, ordered with the sending, so that every order of a signal and the thread's
 * operations is explored. Signals found by a look are handled there.
 *
 * A look that finds nothing changes nothing. A waiting thread need not be woken to look again if no
 * other thread sees whether it waits already: then the look can as well come later
 * (src/vm/system/interrupt.h). If waiting makes a difference, in calls that end with EINTR, the
 * piece that waits also ends for a signal.
 *
 * A cancellation is one more bit of that word. Only cancellation points look at it.
 */
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include "signals.h"

static struct inbox inboxes[HEDDLE_THREADS_MAX];
static _Thread_local int cancellable; /* the current call is a cancellation point */

/* Defined in syscall_cp.c. */
HIDDEN int __heddle_cancel_enabled(void);
HIDDEN int __heddle_cancel_at_once(void);
HIDDEN void __heddle_cancel_begins(void);

HIDDEN struct inbox *__heddle_own_inbox(void) { return &inboxes[__heddle_thread_self()]; }

/* Returns the bits that can interrupt the thread now. */
static unsigned wanted(void) {
    int cancels = __heddle_cancel_enabled() && (cancellable || __heddle_cancel_at_once());
    return (~__heddle_signal_bits(__heddle_blocked()) & ~(unsigned)CANCELLATION) |
           (cancels ? (unsigned)CANCELLATION : 0);
}

static _Noreturn void cancelled(void) {
    __heddle_cancel_begins();
    pthread_exit(PTHREAD_CANCELED);
}

/* Visible if signals are sent: see src/vm/system/interrupt.h. */
__attribute__((__used__, __aligned__(64))) HIDDEN char __heddle_signals_are_sent[64];

/* Returns one pending signal, to be taken from *from, or 0. Returns 0 in an atomic section, and in
 * explorations in which no signal was sent so far. */
static unsigned look(struct inbox *own, unsigned bits, struct inbox **from) {
    if (!engine(HEDDLE_CALL_SIGNALS, 0)) return 0;
    if (engine(HEDDLE_CALL_INTERRUPTS, own, &__heddle_process, bits) || !bits) return 0;
    /* Cancellations are never in the process's word, so that it is not read for them alone. */
    struct inbox *other = bits & ~(unsigned)CANCELLATION ? &__heddle_process : own;
    enter("look for signals", ITEM(own, READS), ITEM(other, READS));
    unsigned here = own->word & bits, all = other->word & bits & ~(unsigned)CANCELLATION;
    leave();
    *from = here ? own : &__heddle_process;
    return here ? here : all;
}

/* Handles one signal; returns the same as __heddle_deliver. */
static int handle_one(struct inbox *from, unsigned bits) {
    siginfo_t info;
    long deadline = engine(HEDDLE_CALL_DEADLINE, HEDDLE_DEADLINE_SAME);
    int point = cancellable, number = __heddle_take(from, bits, &info);
    int how = number ? __heddle_handle(number, &info) : 0;
    cancellable = point;
    engine(HEDDLE_CALL_DEADLINE, HEDDLE_DEADLINE_BACK, deadline);
    return how;
}

static int deliver(unsigned except) {
    struct inbox *own = __heddle_own_inbox(), *from;
    int how = 0, one;
    for (unsigned bits; (bits = look(own, wanted() & ~except, &from));) {
        if (bits & CANCELLATION) cancelled();
        one = handle_one(from, bits);
        if (one > how) how = one;
    }
    return how;
}

HIDDEN int __heddle_deliver(void) { return deliver(0); }

void __heddle_signal_look(int cancels) {
    cancellable = cancels;
    deliver(0);
}

/* Whether a signal ends a call that waits, after its first look. `always`: also if its handler has
 * SA_RESTART. */
HIDDEN int __heddle_interrupted(int always) {
    int how = deliver(0);
    return how && always ? 2 : how;
}
/* The same for a sleep that ends when the clock shows this time. No sleep begins if it already
 * does. */
HIDDEN int __heddle_interrupted_until(long clock, long time) {
    return time_until(clock, time) > 0 && deliver(0);
}

/* The same in two steps, for calls whose outcome depends on the state before the handler ran. The
 * first says whether a signal is pending. If the call is not interrupted after all, the second runs
 * the handlers, but no cancellation. */
HIDDEN int __heddle_signal_is_there(void) {
    struct inbox *from;
    return look(__heddle_own_inbox(), wanted(), &from) != 0;
}
HIDDEN void __heddle_deliver_after(void) { deliver((unsigned)CANCELLATION); }

/* --- waiting for semaphores and threads in a run in which no other order is explored: signals wake
 * waiting threads */

enum { ENDED = 1, BEGUN = 2 };
static unsigned posts;                     /* number of posts of all semaphores */
static unsigned lives[HEDDLE_THREADS_MAX]; /* by thread, except main */

static int is_woken(void) { return (int)option(HEDDLE_OPTION_WOKEN); }

HIDDEN void __heddle_tell_post(void) {
    if (!is_woken()) return;
    enter("tell of a post", ITEM(&posts, WRITES));
    posts++;
    leave();
}
static void tell_life(int thread, unsigned life) {
    if (!is_woken()) return;
    enter("tell of a thread", ITEM(&lives[thread], WRITES));
    lives[thread] = life;
    leave();
}
HIDDEN void __heddle_tell_end(int thread) { tell_life(thread, ENDED | BEGUN); }

/* Sets *seen to the number of posts; with `waits`, after waiting until it changed, and if `timed`
 * until the deadline at most. Returns 0, EINTR or ETIMEDOUT. */
HIDDEN int __heddle_await_post(unsigned *seen, int waits, int timed) {
    struct __heddle_item item = WAIT(&posts, READS, waits ? ~0u : 0);
    item.expect = *seen;
    int late = __heddle_wait(&item, 1, timed && waits, "wait for a semaphore", 0);
    if (late < 0) return EINTR;
    *seen = posts;
    leave();
    return late ? ETIMEDOUT : 0;
}
/* Waits until the thread has ended, if it has begun. */
HIDDEN void __heddle_await_end(int thread) {
    if (!is_woken() || thread <= 0 || thread >= HEDDLE_THREADS_MAX ||
        thread == __heddle_thread_self())
        return;
    enter("look for a thread", ITEM(&lives[thread], READS));
    unsigned life = lives[thread];
    invariant(!(life & ~(unsigned)(ENDED | BEGUN)));
    leave();
    if (!(life & BEGUN)) return;
    struct __heddle_item item = WAIT(&lives[thread], READS, ENDED);
    while (__heddle_wait(&item, 1, 0, "join a thread", 0) < 0) {}
    leave();
}
HIDDEN int __heddle_waits_are_woken(void) { return is_woken(); }

/* See kernel.h. */
HIDDEN int __heddle_wait(const struct __heddle_item *items, int n, int timed, const char *what,
                         int ends) {
    struct inbox *own = __heddle_own_inbox();
    struct __heddle_item few[8],
        *all = n > 6 ? kernel_alloc((unsigned long)(n + 2) * sizeof *all) : few;
    int result = 0, waits = 0;
    for (int k = 0; k < n; k++) waits |= items[k].mask != 0;
    if (!waits || !all || !engine(HEDDLE_CALL_SIGNALS, 0)) {
        if (all && all != few) __heddle_free(all);
        return __heddle_kernel_enter(items, n, timed, what);
    }
    memcpy(all, items, (unsigned long)n * sizeof *all);
    for (;;) {
        unsigned bits = wanted();
        engine(HEDDLE_CALL_INTERRUPTS, own, &__heddle_process, bits);
        all[n] = (struct __heddle_item)WAIT(own, READS, bits);
        all[n + 1] =
            (struct __heddle_item)WAIT(&__heddle_process, READS, bits & ~(unsigned)CANCELLATION);
        result = __heddle_kernel_enter(all, n + 2, timed, what);
        int ready = 0;
        for (int k = 0; k < n; k++)
            ready |= ((*(unsigned *)items[k].object ^ items[k].expect) & items[k].mask) != 0;
        if (result || ready) break;
        leave();
        int how = deliver(0);
        if (how > 1 || (how && ends)) {
            result = -1;
            break;
        }
    }
    if (all != few) __heddle_free(all);
    return result;
}

/* Called by the engine (src/vm/system/interrupt.c) for a thread that woke on a condition variable
 * without a notification. It continues when a signal has arrived, or, if it `may`, without one. */
__attribute__((__used__)) void __heddle_wait_interrupted(int may) {
    struct inbox *own = __heddle_own_inbox();
    if (may) {
        deliver((unsigned)CANCELLATION);
        return;
    }
    for (int how = 0; !how;) {
        unsigned bits = wanted();
        struct __heddle_item items[] = {
            WAIT(own, READS, bits), WAIT(&__heddle_process, READS, bits & ~(unsigned)CANCELLATION)};
        __heddle_kernel_enter(items, 2, HEDDLE_FOR_EVER,
                              "wait on a condition variable until a signal comes");
        int cancels = (own->word & bits & CANCELLATION) != 0;
        leave();
        how = deliver((unsigned)CANCELLATION);
        if (cancels) return; /* the wait ends, and then the thread */
    }
}

/* Waits for a signal: without one, the thread repeats its state forever. */
__attribute__((__used__)) void __heddle_loop_interrupted(int unused) {
    struct __heddle_item items[] = {
        WAIT(__heddle_own_inbox(), READS, wanted()),
        WAIT(&__heddle_process, READS, wanted() & ~(unsigned)CANCELLATION)};
    __heddle_kernel_enter(items, 2, 0, "loop until a signal comes");
    leave();
    deliver(0);
}

/* Discards signals sent to the former thread with this number, which is given to a new thread. */
HIDDEN void __heddle_forget_signals(int thread) {
    struct inbox *x = &inboxes[thread];
    tell_life(thread, BEGUN);
    if (!x->word && !x->notes) return;
    enter("create a thread", ITEM(x, WRITES));
    struct note *n = x->notes;
    x->word = 0;
    x->notes = 0;
    leave();
    while (n) {
        struct note *next = n->next;
        __heddle_free(n);
        n = next;
    }
}

/* --- sending */

static int is_lethal(int number) { return number == SIGKILL || number == SIGSTOP; }

static void check_modelled(int number) {
    if (!is_lethal(number) && !__heddle_signal_bit(number))
        __heddle_fail("unsupported",
                      "a real-time signal beyond the third one, or one without a use, is sent", 0,
                      0, 0);
}

HIDDEN int __heddle_send_to_thread(int thread, int number, const siginfo_t *info, long due) {
    check_modelled(number);
    return __heddle_post(&inboxes[thread], number, info, due);
}

HIDDEN int __heddle_send_to_process(int number, const siginfo_t *info, long due) {
    check_modelled(number);
    if (!(engine(HEDDLE_CALL_MAINS, 0) & __heddle_signal_bit(number)))
        return __heddle_post(&__heddle_process, number, info, due);
    siginfo_t sent = __heddle_sent(number, SI_USER);
    return __heddle_post(&inboxes[1], number, info ? info : &sent, due);
}

HIDDEN void __heddle_pend(int number) { __heddle_post(__heddle_own_inbox(), number, 0, 0); }

/* Sends a signal to a thread, known by its identifier (and not by what gettid() returns). Returns
 * an error number. */
static int send_to(unsigned long thread, int number, const siginfo_t *info, int identified) {
    if (number < 0 || number >= _NSIG) return EINVAL;
    if (!thread || thread >= HEDDLE_THREADS_MAX) return ESRCH;
    __heddle_signal_look(0);
    if (identified)
        __heddle_check_identifier(thread, "a signal is sent to a thread that was joined");
    if (!number) return 0;
    if (is_lethal(number) || (thread == (unsigned long)__heddle_thread_self() && !info)) {
        raise(number);
        return 0;
    }
    __heddle_send_to_thread((int)thread, number, info, 0);
    if (thread == (unsigned long)__heddle_thread_self()) __heddle_signal_look(0);
    return 0;
}

static siginfo_t queued(union sigval value) {
    siginfo_t info = __heddle_sent(0, SI_QUEUE);
    info.si_value = value;
    return info;
}

PUBLIC int pthread_kill(pthread_t thread, int number) {
    return send_to((unsigned long)thread, number, 0, 1);
}
PUBLIC int pthread_sigqueue(pthread_t thread, int number, const union sigval value) {
    siginfo_t info = queued(value);
    return send_to((unsigned long)thread, number, &info, 1);
}
/* Threads have the numbers that gettid() returns. */
PUBLIC int tgkill(int group, int thread, int number) {
    int error = group != 1000 ? ESRCH : send_to((unsigned long)(thread - 1000 + 1), number, 0, 0);
    errno = error ? error : errno;
    return error ? -1 : 0;
}

/* Sends a signal to the process. If the sender does not block it, it is delivered before the call
 * returns, unless another thread was faster. */
static int send_to_all(int process, int number, const siginfo_t *info) {
    int fine = process == 1000 || process == 0 || process == -1 || process == -1000;
    int error = number < 0 || number >= _NSIG ? EINVAL : fine ? 0 : ESRCH;
    errno = error ? error : errno;
    if (error) return -1;
    __heddle_signal_look(0);
    if (!number) return 0;
    int blocked = !is_lethal(number) &&
                  (__heddle_signal_bits(__heddle_blocked()) & __heddle_signal_bit(number));
    if (!blocked && __heddle_ends_process(number))
        raise(number);
    else {
        __heddle_send_to_process(number, info, 0);
        if (!blocked) __heddle_signal_look(0);
    }
    return 0;
}
PUBLIC int kill(pid_t process, int number) {
    return send_to_all((int)concrete(process), (int)concrete(number), 0);
}
PUBLIC int killpg(pid_t group, int number) { return kill(group > 0 ? -group : group, number); }
PUBLIC int sigqueue(pid_t process, int number, const union sigval value) {
    siginfo_t info = queued(value);
    return send_to_all(process, number, &info);
}

PUBLIC int pthread_cancel(pthread_t thread) {
    unsigned long id = (unsigned long)thread;
    if (!id || id >= HEDDLE_THREADS_MAX) return ESRCH;
    __heddle_signal_look(0);
    __heddle_check_identifier(id, "a thread is cancelled that was joined");
    engine(HEDDLE_CALL_SIGNALS, 1);
    enter("cancel a thread", ITEM(&inboxes[id], WRITES));
    inboxes[id].word |= (unsigned)CANCELLATION;
    leave();
    if (id == (unsigned long)__heddle_thread_self()) __heddle_signal_look(0);
    return 0;
}
