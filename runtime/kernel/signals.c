/*
 * signals.c — pending signals and waiting for them. A signal that a process sends to itself and
 * blocks is pending until a thread waits for it (sigsuspend, sigwait) or unblocks it. Programs that
 * send signals by pthread_kill, kill and the like also have kernel/delivery.c, which interrupts
 * threads in other calls. For programs that use only the system call, the code here delivers
 * signals only to the sender.
 */
#include "signals.h"

HIDDEN struct inbox __heddle_process;

/* Checks pending signals in a piece that names them: information is there only on a signal that is
 * pending, and on one of a kind that is not queued only once. */
CHECK void check_inbox(const struct inbox *x) {
    unsigned told = 0;
    for (struct note *n = peek(x->notes); n; n = peek(n->next)) {
        int number = peek(n->info.si_signo);
        unsigned bit = __heddle_signal_bit(number);
        invariant(bit & peek(x->word));
        invariant((number >= FIRST_REALTIME) | !(told & bit));
        invariant(peek(n->due) >= 0);
        told |= bit;
    }
}

static unsigned unblocked(void) {
    return ~__heddle_signal_bits(__heddle_blocked()) & ~(unsigned)CANCELLATION;
}

HIDDEN int __heddle_post(struct inbox *to, int number, const siginfo_t *info, long due) {
    unsigned bit = __heddle_signal_bit(number);
    struct note *note = info || number >= FIRST_REALTIME ? kernel_alloc(sizeof *note) : 0;
    if (note) {
        note->info =
            info ? *info : __heddle_sent(number, to == &__heddle_process ? SI_USER : SI_TKILL);
        note->info.si_signo = number;
        note->due = due;
    }
    if (__heddle_deliver) engine(HEDDLE_CALL_SIGNALS, 1);
    enter("send a signal", ITEM(to, WRITES));
    int again = (to->word & bit) != 0 && number < FIRST_REALTIME;
    to->word |= bit;
    if (note && !again) {
        struct note **at = &to->notes;
        while (*at) at = &(*at)->next;
        *at = note;
        note = 0;
    }
    if (__heddle_check) check_inbox(to);
    leave();
    if (note) __heddle_free(note);
    return again;
}

HIDDEN int __heddle_take(struct inbox *from, unsigned wanted, siginfo_t *info) {
    struct note *note = 0;
    enter("take a signal", ITEM(from, WRITES));
    int number = __heddle_first_signal(from->word & wanted), more = 0;
    if (number) {
        struct note **at = &from->notes;
        while (*at && (*at)->info.si_signo != number) at = &(*at)->next;
        note = *at;
        if (note) *at = note->next;
        for (struct note *n = from->notes; n; n = n->next) more |= n->info.si_signo == number;
        if (!more) from->word &= ~__heddle_signal_bit(number);
    }
    __heddle_left_pending = from->word & ~(unsigned)CANCELLATION;
    if (__heddle_check) check_inbox(from);
    leave();
    *info =
        note ? note->info : __heddle_sent(number, from == &__heddle_process ? SI_USER : SI_TKILL);
    if (note) {
        if (note->due) pass_until(note->due);
        __heddle_free(note);
    }
    return number;
}

HIDDEN int __heddle_take_signal(unsigned wanted, int waits, int timed, siginfo_t *info) {
    int here = __heddle_take_here(wanted);
    *info = __heddle_sent(here, SI_TKILL);
    if (here) return here;
    struct inbox *own = __heddle_own_inbox ? __heddle_own_inbox() : 0;
    unsigned mask = waits ? wanted : 0;
    /* what the caller set */
    long until = timed ? engine(HEDDLE_CALL_DEADLINE, HEDDLE_DEADLINE_SAME) : 0;
    struct __heddle_item items[2] = {WAIT(&__heddle_process, READS, mask), WAIT(own, READS, mask)};
    for (;;) {
        if (timed) engine(HEDDLE_CALL_DEADLINE, HEDDLE_DEADLINE_BACK, until);
        int late = wait_for_piece(items, own ? 2 : 1, timed, "wait for a signal", 1);
        if (late < 0) return -EINTR;
        int in_own = own && own->word & wanted, any = in_own || __heddle_process.word & wanted;
        leave();
        int number = any ? __heddle_take(in_own ? own : &__heddle_process, wanted, info) : 0;
        if (number || late || !waits) return number; /* another thread may have been faster */
    }
}

/* Discards pending signals whose action is now to ignore them. */
HIDDEN void __heddle_discard(int number) {
    unsigned bit = __heddle_signal_bit(number);
    struct inbox *own = __heddle_own_inbox ? __heddle_own_inbox() : &__heddle_process;
    siginfo_t info;
    if (!bit || (__heddle_deliver && !engine(HEDDLE_CALL_SIGNALS, 0))) return;
    enter("look at pending signals", ITEM(&__heddle_process, READS), ITEM(own, READS));
    unsigned here = own->word, all = __heddle_process.word;
    leave();
    if (here & bit) {
        while (__heddle_take(own, bit, &info)) {}
    }
    if (all & bit) {
        while (__heddle_take(&__heddle_process, bit, &info)) {}
    }
}

/* Delivers signals after the calling thread unblocked some. */
HIDDEN void __heddle_unblocked(void) {
    if (__heddle_deliver) {
        __heddle_deliver();
        return;
    }
    siginfo_t info;
    for (int number; (number = __heddle_take_signal(unblocked(), 0, 0, &info));)
        __heddle_handle(number, &info);
}

SYSCALL(kill) {
    a = (int)concrete(a);
    b = (int)concrete(b);
    if (b < 0 || b > 64) return -EINVAL;
    if (a != 1000 && a != 0 && a != -1 && a != -1000) return -ESRCH;
    if (!b) return 0;
    if (!__heddle_signal_bit((int)b) && b != SIGKILL && b != SIGSTOP) return -EINVAL;
    if (unblocked() & __heddle_signal_bit((int)b) || b == SIGKILL || b == SIGSTOP)
        raise((int)b);
    else
        __heddle_post(&__heddle_process, (int)b, 0, 0);
    return 0;
}

/* Waits with this mask until the handler of a signal has run. */
static long suspend(const sigset_t *now) {
    sigset_t before;
    siginfo_t info;
    int number;
    __heddle_swap_mask(now, &before);
    do number = __heddle_take_signal(unblocked(), 1, 0, &info);
    while (number > 0 && !__heddle_handle(number, &info));
    __heddle_sigmask(SIG_SETMASK, &before, 0);
    return -EINTR;
}
SYSCALL(rt_sigsuspend) {
    sigset_t now = {{((const sigset_t *)a)->__bits[0]}};
    return suspend(&now);
}
SYSCALL(pause) {
    sigset_t now = {{__heddle_blocked()}};
    return suspend(&now);
}

SYSCALL(rt_sigtimedwait) {
    const struct timespec *timeout = (const struct timespec *)c;
    siginfo_t info;
    long most = timeout ? nanoseconds(timeout) : -1;
    if (timeout && !is_duration(timeout)) return -EINVAL;
    if (most > 0) deadline_in(most);
    int number = __heddle_take_signal(__heddle_signal_bits(((const sigset_t *)a)->__bits[0]),
                                      most != 0, most > 0, &info);
    if (!number && most > 0) engine(HEDDLE_CALL_PASS, most);
    if (number <= 0) return number ? number : -EAGAIN;
    if (b) *(siginfo_t *)b = info;
    return number;
}

static unsigned long as_set(unsigned bits) {
    unsigned long set = 0;
    for (int n = 1; n < FIRST_REALTIME + REALTIME; n++)
        if (bits & __heddle_signal_bit(n)) set |= 1ul << (n - 1);
    return set;
}
SYSCALL(rt_sigpending) {
    struct inbox *own = __heddle_own_inbox ? __heddle_own_inbox() : &__heddle_process;
    enter("look at pending signals", ITEM(&__heddle_process, READS), ITEM(own, READS));
    unsigned now = __heddle_process.word | own->word;
    leave();
    *(sigset_t *)a = (sigset_t){{as_set(now) | __heddle_pending_here()}};
    return 0;
}
