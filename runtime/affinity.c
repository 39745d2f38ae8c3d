/* affinity.c — on which processors threads run: there are two (kernel/misc.c), and which are allowed changes
 * nothing that can be tested. */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include "pthread_impl.h"
#include "runtime.h"

static int get(size_t size, cpu_set_t *set) {
    if (size < 8 || size % 8) return EINVAL;
    memset(set, 0, size);
    *(unsigned char *)set = 3;
    return 0;
}

/* One of the processors there are must be among them. */
static int set_to(size_t size, const cpu_set_t *set) {
    return !size || !(*(const unsigned char *)set & 3) ? EINVAL : 0;
}

/* The calling thread, or one that there may be. */
static int is_thread(pid_t id) { return !id || (id >= 1000 && id < 1000 + HEDDLE_THREADS_MAX); }

static int told(int error) {
    if (!error) return 0;
    errno = error;
    return -1;
}

PUBLIC int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *set) {
    return told(is_thread(thread) ? get(size, set) : ESRCH);
}
PUBLIC int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t *set) {
    return told(is_thread(thread) ? set_to(size, set) : ESRCH);
}
PUBLIC int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) { return get(size, set); }
PUBLIC int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
    return set_to(size, set);
}

/* The clock of a thread shows its virtual time, whichever thread it is. */
PUBLIC int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
    *clock = CLOCK_THREAD_CPUTIME_ID;
    return 0;
}
