/*
 * join.c — joining that does not wait for ever. Each thread of a program that asks for it tells at its end
 * that it has come there, in a word that can be looked at and waited for; a join follows where it has.
 */
#include <pthread.h>
#include <time.h>
#include "kernel.h"

static unsigned ended[HEDDLE_THREADS_MAX]; /* by thread: POLLIN */

/* thread.c calls these: a number is given to a new thread; a thread ends. */
HIDDEN void __heddle_thread_begins(int thread) {
    if (!ended[thread]) return;
    enter("create a thread", ITEM(&ended[thread], WRITES));
    ended[thread] = 0;
    leave();
}
HIDDEN void __heddle_thread_ends(int thread) {
    enter("end a thread", ITEM(&ended[thread], WRITES));
    ended[thread] = POLLIN;
    leave();
}

static int join(pthread_t thread, void **result, unsigned mask, int error) {
    unsigned long id = (unsigned long)thread;
    if (id >= HEDDLE_THREADS_MAX) return ESRCH;
    struct __heddle_item item = {&ended[id], mask, 0, READS, 0};
    __heddle_kernel_enter(&item, 1, 1, "join a thread");
    unsigned there = ended[id];
    leave();
    return there ? pthread_join(thread, result) : error;
}

PUBLIC int pthread_tryjoin_np(pthread_t thread, void **result) { return join(thread, result, 0, EBUSY); }
PUBLIC int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until) {
    if (!until) return pthread_join(thread, result);
    if ((unsigned long)concrete(until->tv_nsec) >= 1000000000) return EINVAL;
    return join(thread, result, POLLIN, ETIMEDOUT);
}
