/*
 * thread_of.c — names and policies of threads, known by their identifiers.
 */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include "pthread_impl.h"
#include "runtime.h"

/* Defined if the program can read names (thread_names.c). */
extern __attribute__((__weak__, __visibility__("hidden"))) void
__heddle_name_thread(int thread, const char *name);

PUBLIC int pthread_setname_np(pthread_t thread, const char *name) {
    if (strnlen(name, 16) > 15) return ERANGE;
    __heddle_check_identifier((uintptr_t)thread, "a thread is named that was joined");
    if (__heddle_name_thread) __heddle_name_thread((int)(uintptr_t)thread, name);
    return 0;
}

/* Defined if the program sets policies (thread_policy.c). */
extern __attribute__((__weak__, __visibility__("hidden"))) int __heddle_policy(int thread);

static const char policy_of_joined[] = "the policy is asked for of a thread that was joined";

PUBLIC int pthread_getschedparam(pthread_t thread, int *restrict policy,
                                 struct sched_param *restrict param) {
    __heddle_check_identifier((uintptr_t)thread, policy_of_joined);
    *policy = __heddle_policy ? __heddle_policy((int)(uintptr_t)thread) : SCHED_OTHER;
    *param = (struct sched_param){0};
    return 0;
}
PUBLIC int pthread_setschedprio(pthread_t thread, int priority) {
    __heddle_check_identifier((uintptr_t)thread, "a priority is given to a thread that was joined");
    return priority == 0 ? 0 : EINVAL;
}
