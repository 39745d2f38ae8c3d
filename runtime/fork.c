/*
 * fork.c — the functions that make another process: there is only one. A child that did nothing but
 * end, or become another program, would be one as well.
 */
#include <unistd.h>
#include "runtime.h"

static _Noreturn void refuse(const char *message) {
    __heddle_fail("unsupported", message, 0, 0, 0);
}

PUBLIC pid_t fork(void) { refuse("`fork` makes another process, and there is only one"); }
PUBLIC pid_t vfork(void) { refuse("`vfork` makes another process, and there is only one"); }
PUBLIC pid_t _Fork(void) { refuse("`_Fork` makes another process, and there is only one"); }
