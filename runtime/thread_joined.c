/*
 * thread_joined.c — the identifiers of threads that were joined, which are none any more: a call
 * with one is a use after free in libc. Linked where a program makes calls with identifiers of
 * others.
 */
#include "runtime.h"

#define HIDDEN __attribute__((__visibility__("hidden")))

/* By thread. Who looks without an order with the join makes that visible, and the exploration
 * begins again with both orders. */
static unsigned char joined[HEDDLE_THREADS_MAX];

static void set(int thread, unsigned char now) {
    __heddle_syscall(HEDDLE_CALL_QUIET, (long)joined, sizeof joined, 0, 0, 0, 0);
    joined[thread] = now;
}

HIDDEN void __heddle_note_joined(int thread) { set(thread, 1); }
/* The number is given to a new thread. */
HIDDEN void __heddle_note_created(int thread) { set(thread, 0); }

/* Stops a thread that uses the identifier of one that was joined. */
HIDDEN void __heddle_check_identifier(unsigned long thread, const char *misuse) {
    if (!thread || thread >= HEDDLE_THREADS_MAX) return;
    __heddle_syscall(HEDDLE_CALL_QUIET, (long)joined, sizeof joined, 0, 0, 0, 0);
    if (joined[thread]) __heddle_fail("api", misuse, 0, 0, 0);
}
