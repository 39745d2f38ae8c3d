/*
 * signal.c — actions and masks of signals, and signals that a thread raises for itself. It runs the
 * handler of an unblocked one at once, with that signal and those of the action's mask blocked. A
 * blocked one stays pending until the thread unblocks it. A signal whose default action ends the
 * process is a finding of kind "abort" when delivered. Signals for other threads, and from timers:
 * kernel/delivery.c.
 */
#include <signal.h>
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <string.h>
#include <ucontext.h>
#include "pthread_impl.h"
#include "runtime.h"
#include "kernel/signals.h"

/* Defined if the program sends signals to the process. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_unblocked(void);
/* Defined if some thread waits for signals: a signal that is now ignored is no longer pending. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_discard(int number);
/* Defined if the program sends signals to threads: posts a signal that the calling thread
 * blocks. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_pend(int number);

/* Defined if the program sets alternate stacks (kernel/signal_stack.c). */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_signal_stack(stack_t *now);
extern __attribute__((__weak__, __visibility__("hidden"))) int
__heddle_enter_signal_stack(char *here);
extern __attribute__((__weak__, __visibility__("hidden"))) void
__heddle_return_signal_stack(const stack_t *s);
extern __attribute__((__weak__, __visibility__("hidden"))) void
__heddle_leave_signal_stack(char *here);

static struct sigaction actions[_NSIG];
static unsigned actions_word;               /* kernel object of the actions */
static _Thread_local sigset_t mask;         /* inherited, see thread.c */
static _Thread_local unsigned long pending; /* for this thread: bit n - 1 for signal n */
/* further pending instances of a real-time signal */
static _Thread_local unsigned char more[_NSIG - FIRST_REALTIME];

_Thread_local unsigned __heddle_left_pending;

#define BIT(n) (1ul << ((n) - 1))
#define NEVER_BLOCKED (BIT(SIGKILL) | BIT(SIGSTOP))

static int bad_signal(int number) {
    return number <= 0 || number >= _NSIG || number == SIGKILL || number == SIGSTOP;
}

/* Begins a piece on the actions. */
static void begin_piece(int writes) {
    struct __heddle_item item = {&actions_word, 0, 0, (unsigned)writes, 0};
    __heddle_kernel_enter(&item, 1, 0, writes ? "set an action" : "look up an action");
}

static int is_harmless(int number) {
    return number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH;
}
static int is_ignored(int number, const struct sigaction *action) {
    return action->sa_handler == SIG_IGN || (action->sa_handler == SIG_DFL && is_harmless(number));
}

int __sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old) {
    if (bad_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    if (new) look_for_signals(); /* earlier signals have the earlier action */
    /* The caller's memory is not accessed in the piece. */
    struct sigaction now = {.sa_handler = SIG_DFL};
    if (new) now = *new;
    begin_piece(new != NULL);
    struct sigaction before = actions[number];
    if (new) actions[number] = now;
    __heddle_kernel_leave();
    if (old) *old = before;
    if (new && is_ignored(number, &now)) {
        while (__heddle_take_here(BIT(number))) {}
        if (__heddle_discard) __heddle_discard(number);
    }
    return 0;
}
weak_alias(__sigaction, sigaction);

PUBLIC void (*signal(int number, void (*handler)(int)))(int) {
    struct sigaction old, new = {.sa_handler = handler, .sa_flags = SA_RESTART};
    if (__sigaction(number, &new, &old) < 0) return SIG_ERR;
    return old.sa_handler;
}

static void run(int number);

/* Takes one of these signals that is pending for this thread; 0: none. */
int __heddle_take_here(unsigned long wanted) {
    if (!(pending & wanted)) return 0;
    int number = __builtin_ctzl(pending & wanted) + 1;
    if (number >= FIRST_REALTIME && more[number - FIRST_REALTIME])
        more[number - FIRST_REALTIME]--;
    else
        pending &= ~BIT(number);
    return number;
}

/* Delivers signals that are pending here and not blocked. */
static void deliver_here(void) {
    for (int number; (number = __heddle_take_here(~mask.__bits[0]));) run(number);
}

static void deliver(void) {
    deliver_here();
    if (__heddle_unblocked) __heddle_unblocked();
}

/* Calls a handler with a context. `before` is the mask that is restored afterwards, unless the
 * handler changes it. */
static void call_with_context(int number, const struct sigaction *action, const siginfo_t *info,
                              sigset_t *before, stack_t stack) {
    ucontext_t context = {.uc_sigmask = *before, .uc_stack = stack}; /* no registers */
    siginfo_t own = *info;
    own.si_signo = number;
    action->sa_sigaction(number, &own, &context);
    *before = context.uc_sigmask;
}

static void call_handler(int number, const struct sigaction *action, const siginfo_t *info,
                         sigset_t *before) {
    stack_t stack = {.ss_flags = SS_DISABLE};
    char here = 0;
    if (__heddle_signal_stack) __heddle_signal_stack(&stack);
    int other = action->sa_flags & SA_ONSTACK && __heddle_enter_signal_stack &&
                __heddle_enter_signal_stack(&here);
    if (action->sa_flags & SA_SIGINFO)
        call_with_context(number, action, info, before, stack);
    else
        action->sa_handler(number);
    if (other) __heddle_leave_signal_stack(&here);
    if (__heddle_return_signal_stack) __heddle_return_signal_stack(&stack);
}

static struct sigaction action_of(int number) {
    begin_piece(0);
    struct sigaction action = actions[number];
    __heddle_kernel_leave();
    if (!(action.sa_flags & SA_RESETHAND) || action.sa_handler == SIG_IGN ||
        action.sa_handler == SIG_DFL)
        return action;
    begin_piece(1);
    action = actions[number]; /* another thread may have been first */
    if (action.sa_flags & SA_RESETHAND) actions[number].sa_handler = SIG_DFL;
    __heddle_kernel_leave();
    return action;
}

int __heddle_ends_process(int number) {
    begin_piece(0);
    struct sigaction action = actions[number];
    __heddle_kernel_leave();
    return action.sa_handler == SIG_DFL && !is_harmless(number);
}

int __heddle_handle(int number, const siginfo_t *info) {
    struct sigaction action = action_of(number);
    if (is_ignored(number, &action)) return 0;
    if (action.sa_handler == SIG_DFL)
        __heddle_fail("abort", "a signal that ends the process was raised", NULL, 0, NULL);
    sigset_t before = mask;
    for (size_t i = 0; i < sizeof mask.__bits / sizeof mask.__bits[0]; i++)
        mask.__bits[i] |= action.sa_mask.__bits[i];
    if (!(action.sa_flags & SA_NODEFER)) mask.__bits[0] |= BIT(number);
    mask.__bits[0] &= ~NEVER_BLOCKED;
    /* Signals that the handler does not block interrupt it at once. */
    deliver_here();
    unsigned others = __heddle_left_pending & ~__heddle_signal_bits(mask.__bits[0]);
    __heddle_left_pending = 0;
    if (others && __heddle_deliver) __heddle_deliver();
    call_handler(number, &action, info, &before);
    mask = before;
    mask.__bits[0] &= ~NEVER_BLOCKED;
    deliver();
    return action.sa_flags & SA_RESTART ? 1 : 2;
}

static void run(int number) {
    __heddle_left_pending = 0;
    siginfo_t info = __heddle_sent(number, SI_TKILL);
    __heddle_handle(number, &info);
}

static int send(int number) {
    if (!(mask.__bits[0] & BIT(number))) run(number);
    /* together with signals from others */
    else if (__heddle_pend && __heddle_signal_bit(number))
        __heddle_pend(number);
    else if (number >= FIRST_REALTIME && pending & BIT(number) &&
             more[number - FIRST_REALTIME] < UCHAR_MAX)
        more[number - FIRST_REALTIME]++;
    else
        pending |= BIT(number);
    return 0;
}

PUBLIC int raise(int number) {
    if (!number) return 0;
    if (number > 0 && number < _NSIG) return send(number);
    errno = EINVAL;
    return -1;
}

/* Runs the handler of SIGABRT unless it is blocked. The process ends when the handler returns. */
void __heddle_abort_signal(void) {
    begin_piece(0);
    struct sigaction action = actions[SIGABRT];
    __heddle_kernel_leave();
    if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) send(SIGABRT);
}

unsigned long __heddle_pending_here(void) { return pending; }

unsigned long __heddle_blocked(void) { return mask.__bits[0]; }

void __heddle_swap_mask(const sigset_t *new, sigset_t *old) {
    sigset_t before = mask;
    if (new) mask = *new;
    mask.__bits[0] &= ~NEVER_BLOCKED;
    *old = before;
}

int __heddle_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    sigset_t before = mask;
    if (set) {
        for (size_t i = 0; i < sizeof mask.__bits / sizeof mask.__bits[0]; i++) {
            switch (how) {
            case SIG_BLOCK: mask.__bits[i] |= set->__bits[i]; break;
            case SIG_UNBLOCK: mask.__bits[i] &= ~set->__bits[i]; break;
            case SIG_SETMASK: mask.__bits[i] = set->__bits[i]; break;
            default: return EINVAL;
            }
        }
        mask.__bits[0] &= ~NEVER_BLOCKED;
    }
    if (old) *old = before;
    if (set) deliver();
    return 0;
}

/* Signals from before are handled with the mask from before. */
PUBLIC int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    look_for_signals();
    return __heddle_sigmask(how, set, old);
}

PUBLIC int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    look_for_signals();
    int error = __heddle_sigmask(how, set, old);
    if (!error) return 0;
    errno = error;
    return -1;
}

/* The engine's setjmp and longjmp ignore masks. Calls of sigsetjmp are preceded by a call of the
 * first function, and calls of siglongjmp are calls of the second
 * (src/program/front_end/frontend.c). */
void __heddle_save_mask(struct __jmp_buf_tag *buffer, int save) {
    buffer->__fl = (unsigned long)(save != 0);
    if (save) memcpy(buffer->__ss, &mask, sizeof mask);
}

_Noreturn void __heddle_siglongjmp(struct __jmp_buf_tag *buffer, int value) {
    /* The third word is the stack pointer of the target (src/vm/interpreter/jumps.c). */
    if (__heddle_leave_signal_stack) __heddle_leave_signal_stack((char *)buffer->__jb[2]);
    if (buffer->__fl) {
        sigset_t saved;
        memcpy(&saved, buffer->__ss, sizeof saved);
        look_for_signals();
        __heddle_sigmask(SIG_SETMASK, &saved, NULL);
    }
    longjmp(buffer, value);
}

/* libc protects its own critical sections with these; nothing can interrupt them here. */
void __block_all_sigs(void *set) {}
void __block_app_sigs(void *set) {}
void __restore_sigs(void *set) {}
