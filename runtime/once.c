/*
 * once.c — one-time initialisation. The engine keeps which thread runs the routine, and that it has
 * run: everything the routine wrote happens before a later call returns. Zero means "not yet", as
 * in the initialisers.
 */
#include "pthread_impl.h"
#include <threads.h>
#include "runtime.h"

static void once(int *control, void (*routine)(void)) {
    (void)*(volatile int *)control; /* it must be readable */
    look_for_signals();
    if (!__heddle_once(control)) return;
    routine();
    __heddle_once_done(control);
}

PUBLIC int pthread_once(pthread_once_t *control, void (*routine)(void)) {
    once(control, routine);
    return 0;
}

PUBLIC void call_once(once_flag *flag, void (*routine)(void)) { once(flag, routine); }
