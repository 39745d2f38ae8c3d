/*
 * once.c — one-time initialisation: the control word is at the same time the address of an engine mutex held
 * while the routine runs, so that latecomers wait for it to finish and everything it wrote happens before
 * they return. Zero means "not yet", as the initialisers say.
 */
#include "pthread_impl.h"
#include <threads.h>
#include "runtime.h"

enum { NOT_YET = 0, DONE = 2 };

static void once(int *control, void (*routine)(void)) {
    __heddle_mutex_lock(control, 0);
    if (*control != DONE) {
        routine();
        *control = DONE;
    }
    __heddle_mutex_unlock(control, 0);
}

PUBLIC int pthread_once(pthread_once_t *control, void (*routine)(void)) {
    once(control, routine);
    return 0;
}

PUBLIC void call_once(once_flag *flag, void (*routine)(void)) {
    once(flag, routine);
}
