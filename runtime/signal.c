/*
 * signal.c — signals are never delivered from outside. Handlers are recorded, and raise() runs them in the
 * calling thread; a signal whose default is to end the process is a finding of kind "abort" when raised.
 * Masks are kept per thread so that programs which set and restore them read back what they wrote.
 */
#include <signal.h>
#include <errno.h>
#include <string.h>
#include "pthread_impl.h"
#include "runtime.h"

/* Defined where the program sends signals. */
extern __attribute__((__weak__, __visibility__("hidden"))) void __heddle_unblocked(void);

static struct sigaction actions[_NSIG];
static int actions_lock;
static _Thread_local sigset_t mask; /* inherited, see thread.c */

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

PUBLIC int raise(int number) {
    if (number <= 0 || number >= _NSIG) {
        errno = EINVAL;
        return -1;
    }
    __heddle_mutex_lock(&actions_lock, 0);
    struct sigaction action = actions[number];
    if (action.sa_flags & SA_RESETHAND) actions[number].sa_handler = SIG_DFL;
    __heddle_mutex_unlock(&actions_lock, 0);
    if (action.sa_handler == SIG_IGN) return 0;
    if (action.sa_handler != SIG_DFL) {
        if (action.sa_flags & SA_SIGINFO) {
            siginfo_t info = {.si_signo = number, .si_code = SI_TKILL};
            action.sa_sigaction(number, &info, NULL);
        } else {
            action.sa_handler(number);
        }
        return 0;
    }
    switch (number) {
    case SIGCHLD:
    case SIGCONT:
    case SIGURG:
    case SIGWINCH:
        return 0;
    default:
        __heddle_fail("abort", "a signal that ends the process was raised", NULL, 0, NULL);
    }
}

void __heddle_swap_mask(const sigset_t *new, sigset_t *old) {
    sigset_t before = mask;
    mask = *new;
    *old = before;
}

int __heddle_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    sigset_t before = mask;
    if (set) {
        for (size_t i = 0; i < sizeof mask.__bits / sizeof mask.__bits[0]; i++) {
            switch (how) {
            case SIG_BLOCK:
                mask.__bits[i] |= set->__bits[i];
                break;
            case SIG_UNBLOCK:
                mask.__bits[i] &= ~set->__bits[i];
                break;
            case SIG_SETMASK:
                mask.__bits[i] = set->__bits[i];
                break;
            default:
                return EINVAL;
            }
        }
    }
    if (old) *old = before;
    if (set && __heddle_unblocked) __heddle_unblocked();
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

/* libc shields its own critical sections with these; nothing can interrupt them here. */
void __block_all_sigs(void *set) {}
void __block_app_sigs(void *set) {}
void __restore_sigs(void *set) {}
