/*
 * once.c — one-time initialisation. The engine keeps which thread runs the routine, and that it has
 * run: everything the routine wrote happens before a later call returns. Zero means "not yet", as
 * in the initialisers.
 */
#include "pthread_impl.h"
#include <threads.h>
#include "runtime.h"

/* The thread ends within the routine: the next one that comes runs it again. */
static void give_up(void *control) { __heddle_once_done(control, 1); }

static void once(int *control, void (*routine)(void)) {
    (void)*(volatile int *)control; /* it must be readable */
    look_for_signals();
    if (!__heddle_once(control)) return;
    pthread_cleanup_push(give_up, control);
    routine();
    pthread_cleanup_pop(0);
    __heddle_once_done(control, 0);
}

PUBLIC int pthread_once(pthread_once_t *control, void (*routine)(void)) {
    once(control, routine);
    return 0;
}

PUBLIC void call_once(once_flag *flag, void (*routine)(void)) { once(flag, routine); }
