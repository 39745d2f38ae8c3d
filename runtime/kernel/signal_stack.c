/* signal_stack.c — the alternate stack of a thread. Programs can ask whether a handler runs on it,
 * and get the expected answer. In fact none does, since a thread stops before its stack
 * overflows. */
#include <signal.h>
#include "kernel.h"

static _Thread_local stack_t alternate = {.ss_flags = SS_DISABLE};
/* where the thread's own stack was left for it; NULL: not left */
static _Thread_local char *entered;

/* The following functions are called by signal.c. Returns the current alternate stack. */
HIDDEN void __heddle_signal_stack(stack_t *now) {
    *now = alternate;
    if (entered) now->ss_flags |= SS_ONSTACK;
}
/* Begins a handler, whose caller is at `here`, on the alternate stack. False if there is none, or
 * if a handler already runs on it. */
HIDDEN int __heddle_enter_signal_stack(char *here) {
    if (entered || alternate.ss_flags & SS_DISABLE) return 0;
    entered = here;
    return 1;
}
/* Notes that the stack pointer is now at `here` or below. */
HIDDEN void __heddle_leave_signal_stack(char *here) {
    if (here <= entered) entered = 0;
}
/* Restores the stack from before a handler that returns: its own settings are lost. */
HIDDEN void __heddle_return_signal_stack(const stack_t *before) {
    if (!entered) alternate = *before;
}

SYSCALL(sigaltstack) {
    stack_t before;
    __heddle_signal_stack(&before);
    if (a) {
        stack_t new = *(const stack_t *)a;
        if (entered) return -EPERM;
        new.ss_flags &= (int)~SS_AUTODISARM;
        if (new.ss_flags & ~(SS_DISABLE | SS_ONSTACK) || new.ss_flags == (SS_DISABLE | SS_ONSTACK))
            return -EINVAL;
        if (!(new.ss_flags &SS_DISABLE) && new.ss_size < MINSIGSTKSZ) return -ENOMEM;
        alternate = new.ss_flags &SS_DISABLE
                        ? (stack_t){.ss_flags = SS_DISABLE}
                        : (stack_t){.ss_sp = new.ss_sp, .ss_size = new.ss_size};
    }
    if (b) *(stack_t *)b = before;
    return 0;
}
