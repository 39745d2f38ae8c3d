/*
 * signal.c — signals are never delivered from outside: the program raises them. A thread runs the handler of
 * a signal that it does not block at once, with that signal and those of the action's mask blocked; what it
 * blocks stays pending until it unblocks it. A signal whose default is to end the process is a finding of
 * kind "abort" when it is delivered.
 */
#include <signal.h>
#include <errno.h>
#include <setjmp.h>
#include <string.h>
#include "pthread_impl.h"
#include "runtime.h"

/* Defined where the program sends signals to the process. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_unblocked(void);

static struct sigaction actions[_NSIG];
static int actions_lock;
static _Thread_local sigset_t mask;         /* inherited, see thread.c */
static _Thread_local unsigned long pending; /* for this thread: bit n - 1 for signal n */

#define BIT(n) (1ul << ((n) - 1))
#define NEVER_BLOCKED (BIT(SIGKILL) | BIT(SIGSTOP))

static int bad_signal(int number) {
    return number <= 0 || number >= _NSIG || number == SIGKILL || number == SIGSTOP;
}

int __sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old) {
    if (bad_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    __heddle_mutex_lock(&actions_lock, 0);
    if (old) *old = actions[number];
    if (new) actions[number] = *new;
    __heddle_mutex_unlock(&actions_lock, 0);
    if (new && new->sa_handler == SIG_IGN) pending &= ~BIT(number);
    if (new && new->sa_handler != SIG_IGN &&new->sa_handler != SIG_DFL)
        __heddle_warn("signal handlers run only when the program itself raises the signal");
    return 0;
}
weak_alias(__sigaction, sigaction);

PUBLIC void (*signal(int number, void (*handler)(int)))(int) {
    struct sigaction old, new = {.sa_handler = handler, .sa_flags = SA_RESTART};
    if (__sigaction(number, &new, &old) < 0) return SIG_ERR;
    return old.sa_handler;
}

static void run(int number);

/* What is pending and not blocked. */
static void deliver(void) {
    for (unsigned long now; (now = pending & ~mask.__bits[0]);) {
        int number = __builtin_ctzl(now) + 1;
        pending &= ~BIT(number);
        run(number);
    }
    if (__heddle_unblocked) __heddle_unblocked();
}

static void run(int number) {
    __heddle_mutex_lock(&actions_lock, 0);
    struct sigaction action = actions[number];
    if (action.sa_flags & SA_RESETHAND) actions[number].sa_handler = SIG_DFL;
    __heddle_mutex_unlock(&actions_lock, 0);
    if (action.sa_handler == SIG_IGN) return;
    if (action.sa_handler != SIG_DFL) {
        sigset_t before = mask;
        for (size_t i = 0; i < sizeof mask.__bits / sizeof mask.__bits[0]; i++)
            mask.__bits[i] |= action.sa_mask.__bits[i];
        if (!(action.sa_flags & SA_NODEFER)) mask.__bits[0] |= BIT(number);
        mask.__bits[0] &= ~NEVER_BLOCKED;
        if (action.sa_flags & SA_SIGINFO) {
            siginfo_t info = {.si_signo = number, .si_code = SI_TKILL};
            action.sa_sigaction(number, &info, NULL);
        } else {
            action.sa_handler(number);
        }
        mask = before;
        deliver();
        return;
    }
    switch (number) {
    case SIGCHLD:
    case SIGCONT:
    case SIGURG:
    case SIGWINCH: return;
    default: __heddle_fail("abort", "a signal that ends the process was raised", NULL, 0, NULL);
    }
}

static int send(int number) {
    if (mask.__bits[0] & BIT(number))
        pending |= BIT(number);
    else
        run(number);
    return 0;
}

PUBLIC int raise(int number) {
    if (number > 0 && number < _NSIG) return send(number);
    errno = EINVAL;
    return -1;
}

PUBLIC int pthread_kill(pthread_t thread, int number) {
    if (number < 0 || number >= _NSIG) return EINVAL;
    if (thread != pthread_self())
        __heddle_fail("unsupported", "a signal sent to another thread, which is not supported", NULL, 0,
                      NULL);
    return number ? send(number) : 0;
}

/* The handler runs unless the signal is blocked; whatever it does, the process ends when it returns. */
void __heddle_abort_signal(void) {
    __heddle_mutex_lock(&actions_lock, 0);
    struct sigaction action = actions[SIGABRT];
    __heddle_mutex_unlock(&actions_lock, 0);
    if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) send(SIGABRT);
}

unsigned long __heddle_pending_here(void) { return pending; }

/* One of these that is pending for this thread, and is no longer; 0: none. */
int __heddle_take_here(unsigned long wanted) {
    if (!(pending & wanted)) return 0;
    int number = __builtin_ctzl(pending & wanted) + 1;
    pending &= ~BIT(number);
    return number;
}

void __heddle_swap_mask(const sigset_t *new, sigset_t *old) {
    sigset_t before = mask;
    mask = *new;
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

PUBLIC int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    return __heddle_sigmask(how, set, old);
}

PUBLIC int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    int error = __heddle_sigmask(how, set, old);
    if (!error) return 0;
    errno = error;
    return -1;
}

/* The engine's setjmp and longjmp know nothing of masks: calls of sigsetjmp are preceded by the first of
 * these, and calls of siglongjmp are calls of the second (program/frontend.c). */
void __heddle_save_mask(struct __jmp_buf_tag *buffer, int save) {
    buffer->__fl = (unsigned long)(save != 0);
    if (save) memcpy(buffer->__ss, &mask, sizeof mask);
}

_Noreturn void __heddle_siglongjmp(struct __jmp_buf_tag *buffer, int value) {
    if (buffer->__fl) {
        sigset_t saved;
        memcpy(&saved, buffer->__ss, sizeof saved);
        __heddle_sigmask(SIG_SETMASK, &saved, NULL);
    }
    longjmp(buffer, value);
}

/* libc shields its own critical sections with these; nothing can interrupt them here. */
void __block_all_sigs(void *set) {}
void __block_app_sigs(void *set) {}
void __restore_sigs(void *set) {}
