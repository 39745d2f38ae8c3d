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

int __pthread_setcancelstate(int state, int *old) {
    if (old) *old = PTHREAD_CANCEL_ENABLE;
    return (unsigned)state > 2u ? EINVAL : 0;
}
weak_alias(__pthread_setcancelstate, pthread_setcancelstate);

PUBLIC int pthread_setcanceltype(int type, int *old) {
    if (old) *old = PTHREAD_CANCEL_DEFERRED;
    return (unsigned)type > 1u ? EINVAL : 0;
}

void __pthread_testcancel(void) {}
weak_alias(__pthread_testcancel, pthread_testcancel);
