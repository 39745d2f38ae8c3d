/* thread_policy.c — the scheduling policies of threads that are set: a new one has that of its
 * creator. They change nothing but what is told of them. */
#include <errno.h>
#include <sched.h>
#include "pthread_impl.h"
#include "runtime.h"

#define HIDDEN __attribute__((__visibility__("hidden")))

/* By thread. */
static struct {
    unsigned word;
    int policy;
} of[HEDDLE_THREADS_MAX];

static void set(int thread, int policy) {
    struct __heddle_item item = {&of[thread].word, 0, 0, 1, 0};
    __heddle_kernel_enter(&item, 1, 0, "set the policy of a thread");
    of[thread].policy = policy;
    __heddle_kernel_leave();
}

HIDDEN int __heddle_policy(int thread) {
    struct __heddle_item item = {&of[thread].word, 0, 0, 0, 0};
    __heddle_kernel_enter(&item, 1, 0, "look at the policy of a thread");
    int policy = of[thread].policy;
    __heddle_kernel_leave();
    return policy;
}

/* Called by thread.c before it gives this number to a new thread. */
HIDDEN void __heddle_inherit_policy(int thread) {
    set(thread, __heddle_policy(__heddle_thread_self()));
}

/* Policies in real time need privileges. */
PUBLIC int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *param) {
    int realtime = policy == SCHED_FIFO || policy == SCHED_RR, priority = param->sched_priority;
    if (!realtime && policy != SCHED_OTHER && policy != SCHED_BATCH && policy != SCHED_IDLE)
        return EINVAL;
    if (realtime ? priority < 1 || priority > 99 : priority) return EINVAL;
    __heddle_check_identifier((uintptr_t)thread, "a policy is given to a thread that was joined");
    if (realtime) return EPERM;
    set((int)(uintptr_t)thread, policy);
    return 0;
}
