/*
 * syscall_cp.c — the cancellation state of threads, and system calls that are cancellation points
 * in libc's own macros. Cancellations are delivered like signals: kernel/delivery.c.
 */
#include "pthread_impl.h"
#include "runtime.h"

long(__syscall_cp)(syscall_arg_t n, syscall_arg_t a, syscall_arg_t b, syscall_arg_t c,
                   syscall_arg_t d, syscall_arg_t e, syscall_arg_t f) {
    return __heddle_syscall(n, a, b, c, d, e, f);
}

static _Thread_local int cancel_state = PTHREAD_CANCEL_ENABLE,
                         cancel_type = PTHREAD_CANCEL_DEFERRED;

int __heddle_cancel_enabled(void) { return cancel_state == PTHREAD_CANCEL_ENABLE; }
int __heddle_cancel_at_once(void) { return cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS; }
/* Prevents further cancellation of a thread that is about to end. */
void __heddle_cancel_begins(void) {
    cancel_state = PTHREAD_CANCEL_DISABLE;
    cancel_type = PTHREAD_CANCEL_DEFERRED;
}

/* Handles signals and a cancellation from before the change, if the thread can be cancelled
 * anywhere. */
static void take_what_came(void) {
    if (__heddle_cancel_enabled() && __heddle_cancel_at_once()) look_for_signals();
}

int __pthread_setcancelstate(int state, int *old) {
    if ((unsigned)state > 2u) return EINVAL;
    take_what_came();
    if (old) *old = cancel_state;
    cancel_state = state;
    look_for_signals();
    return 0;
}
weak_alias(__pthread_setcancelstate, pthread_setcancelstate);

PUBLIC int pthread_setcanceltype(int type, int *old) {
    if ((unsigned)type > 1u) return EINVAL;
    take_what_came();
    if (old) *old = cancel_type;
    cancel_type = type;
    look_for_signals();
    return 0;
}

void __pthread_testcancel(void) { cancellation_point(); }
weak_alias(__pthread_testcancel, pthread_testcancel);
