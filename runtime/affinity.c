/* affinity.c — processor affinity of threads, on two processors. The set values are returned again
 * and change nothing else. */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include "pthread_impl.h"
#include "runtime.h"

/* By thread, if it was set: the processors it may run on, as a mask of 1 and 2; 0: both. */
static unsigned allowed[HEDDLE_THREADS_MAX];

static void begin(int thread, int writes, const char *what) {
    struct __heddle_item item = {&allowed[thread], 0, 0, (unsigned)writes, 0};
    __heddle_kernel_enter(&item, 1, 0, what);
}

/* Called by thread.c before it gives this number to a new thread, with the processors that its
 * attributes name, or 0. */
__attribute__((__visibility__("hidden"))) void __heddle_inherit_affinity(int thread, unsigned own) {
    int self = __heddle_thread_self();
    struct __heddle_item items[] = {{&allowed[self], 0, 0, 0, 0}, {&allowed[thread], 0, 0, 1, 0}};
    __heddle_kernel_enter(items, 2, 0, "create a thread");
    allowed[thread] = own ? own : allowed[self];
    __heddle_kernel_leave();
}

static int get(int thread, size_t size, cpu_set_t *set) {
    if (size < 8 || size % 8) return EINVAL;
    begin(thread, 0, "look on which processors a thread may run");
    unsigned now = allowed[thread];
    __heddle_kernel_leave();
    memset(set, 0, size);
    *(unsigned char *)set = (unsigned char)(now ? now : 3);
    return 0;
}

/* At least one of the two processors must be in the set. */
static int set_to(int thread, size_t size, const cpu_set_t *set) {
    unsigned now = size ? *(const unsigned char *)set & 3 : 0;
    if (!now) return EINVAL;
    begin(thread, 1, "set on which processors a thread may run");
    allowed[thread] = now;
    __heddle_kernel_leave();
    return 0;
}

/* Returns the number of the calling thread, or of a possible thread with this id; 0: none. */
static int thread_of(pid_t id) {
    return !id                                                ? __heddle_thread_self()
           : id >= 1000 && id < 1000 + HEDDLE_THREADS_MAX - 1 ? id - 1000 + 1
                                                              : 0;
}

static int told(int error) {
    if (!error) return 0;
    errno = error;
    return -1;
}

PUBLIC int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *set) {
    return told(thread_of(thread) ? get(thread_of(thread), size, set) : ESRCH);
}
PUBLIC int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t *set) {
    return told(thread_of(thread) ? set_to(thread_of(thread), size, set) : ESRCH);
}
static const char processors_of_joined[] =
    "the processors are asked for or set of a thread that was joined";

PUBLIC int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
    __heddle_check_identifier((uintptr_t)thread, processors_of_joined);
    return get((int)(uintptr_t)thread, size, set);
}
PUBLIC int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
    __heddle_check_identifier((uintptr_t)thread, processors_of_joined);
    return set_to((int)(uintptr_t)thread, size, set);
}
/* A thread always runs on the first processor that it may run on. */
PUBLIC int sched_getcpu(void) {
    cpu_set_t set;
    get(__heddle_thread_self(), sizeof set, &set);
    return !CPU_ISSET(0, &set);
}

/* The clock of any thread shows the calling thread's virtual time. */
PUBLIC int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
    __heddle_check_identifier((uintptr_t)thread,
                              "the clock is asked for of a thread that was joined");
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}
