/* scheduler.c — the functions for a process's scheduling policy, which libc itself refuses. */
#include <sched.h>
#include "syscall.h"
#include "runtime.h"

PUBLIC int sched_setscheduler(pid_t process, int policy, const struct sched_param *param) {
    return (int)syscall(SYS_sched_setscheduler, process, policy, param);
}
PUBLIC int sched_getscheduler(pid_t process) {
    return (int)syscall(SYS_sched_getscheduler, process);
}
PUBLIC int sched_setparam(pid_t process, const struct sched_param *param) {
    return (int)syscall(SYS_sched_setparam, process, param);
}
PUBLIC int sched_getparam(pid_t process, struct sched_param *param) {
    return (int)syscall(SYS_sched_getparam, process, param);
}
