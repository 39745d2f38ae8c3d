/*
 * syscall_cp.c — system calls that would be cancellation points. Cancellation is not modelled (pthread_cancel
 * is left undefined and reported when called), so they are plain system calls.
 */
#include "pthread_impl.h"
#include "runtime.h"

long(__syscall_cp)(syscall_arg_t n, syscall_arg_t a, syscall_arg_t b, syscall_arg_t c, syscall_arg_t d,
                   syscall_arg_t e, syscall_arg_t f) {
    return __heddle_syscall(n, a, b, c, d, e, f);
}

/* They are remembered, and change nothing. */
static _Thread_local int cancel_state = PTHREAD_CANCEL_ENABLE, cancel_type = PTHREAD_CANCEL_DEFERRED;

int __pthread_setcancelstate(int state, int *old) {
    if ((unsigned)state > 2u) return EINVAL;
    if (old) *old = cancel_state;
    cancel_state = state;
    return 0;
}
weak_alias(__pthread_setcancelstate, pthread_setcancelstate);

PUBLIC int pthread_setcanceltype(int type, int *old) {
    if ((unsigned)type > 1u) return EINVAL;
    if (old) *old = cancel_type;
    cancel_type = type;
    return 0;
}

void __pthread_testcancel(void) {}
weak_alias(__pthread_testcancel, pthread_testcancel);
