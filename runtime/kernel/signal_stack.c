/* signal_stack.c — the alternate stack of a thread: remembered, and never used, as stacks do not run full
 * here before the thread stops. */
#include <signal.h>
#include "kernel.h"

static _Thread_local stack_t alternate = {.ss_flags = SS_DISABLE};

SYSCALL(sigaltstack) {
    stack_t before = alternate;
    if (a) {
        const stack_t *new = (const stack_t *)a;
        if (new->ss_flags & ~SS_DISABLE) return -EINVAL;
        alternate = new->ss_flags &SS_DISABLE ? (stack_t){.ss_flags = SS_DISABLE} : *new;
    }
    if (b) *(stack_t *)b = before;
    return 0;
}
