/*
 * sbrk.c — the end of the data segment, for programs that move it themselves. The segment is one
 * block of the heap, all of which is accessible: an access beyond the end that the program set is
 * not found.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "runtime.h"

#define SEGMENT (16l << 20)

static char *segment; /* NULL: not yet asked for */
static long used;
static int lock;

static void *move_by(long change, const char *to) {
    void *before = (void *)-1;
    __heddle_mutex_lock(&lock, 0);
    if (!segment) segment = __heddle_malloc(SEGMENT, 4096);
    long end = to ? to - segment : used + change;
    if (segment && end >= 0 && end <= SEGMENT) {
        before = segment + used;
        if (end < used) memset(segment + end, 0, (size_t)(used - end)); /* fresh memory is zero */
        used = end;
    }
    __heddle_mutex_unlock(&lock, 0);
    if (before == (void *)-1) errno = ENOMEM;
    return before;
}

PUBLIC void *sbrk(intptr_t change) { return move_by(change, 0); }
PUBLIC int brk(void *end) { return move_by(0, end) == (void *)-1 ? -1 : 0; }
