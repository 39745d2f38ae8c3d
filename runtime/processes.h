/* processes.h — what starts another program, of which there is none: fork.c, exec.c,
 * kernel/children.c. */
#ifndef HEDDLE_RUNTIME_PROCESSES_H
#define HEDDLE_RUNTIME_PROCESSES_H

#include "runtime.h"

#define HIDDEN __attribute__((visibility("hidden")))

/* Tells in the summary what a function did instead of starting a program. */
HIDDEN void __heddle_no_program(const char *function, const char *what);
/* Makes a child that has ended with this status (0 to 255). Returns its number, or -1 with errno
 * where there are too many that nobody waited for. */
HIDDEN long __heddle_child_made(int status);
/* kernel/faults.c: whether a call is to fail (--faults). */
HIDDEN int __heddle_fault(const char *what);

#endif
