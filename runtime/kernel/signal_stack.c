/* signal_stack.c — the alternate stack of a thread: who asks is told whether a handler runs on it.
 * None does in truth, as stacks do not run full here before the thread stops. */
#include <signal.h>
#include "kernel.h"

static _Thread_local stack_t alternate = {.ss_flags = SS_DISABLE};
static _Thread_local char
    *entered; /* where the thread's own stack was left for it; NULL: it was not */

/* signal.c calls these. What is to be told of it now: */
HIDDEN void __heddle_signal_stack(stack_t *now) {
    *now = alternate;
    if (entered) now->ss_flags |= SS_ONSTACK;
}
/* A handler begins on it, whose caller is at `here`. False: there is none, or another one does
 * already. */
HIDDEN int __heddle_enter_signal_stack(char *here) {
    if (entered || alternate.ss_flags & SS_DISABLE) return 0;
    entered = here;
    return 1;
}
/* The stack is now at `here` or below. */
HIDDEN void __heddle_leave_signal_stack(char *here) {
    if (here <= entered) entered = 0;
}
/* A handler returns, before which it was so: what it set is gone. */
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
