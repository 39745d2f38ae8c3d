/*
 * printed.c — numbers on their way to the standard output or the standard error: what was printed there is
 * looked at by nobody in the process, so that a symbolic number is shown by an example instead of having each
 * of its digits branch.
 */
#include "stdio_impl.h"
#include "runtime.h"

/* Defined by libc's stdout.c and stderr.c, if something uses them. */
extern __attribute__((__weak__)) FILE __stdout_FILE, __stderr_FILE;

/* Programs that can redirect a descriptor may read what they print: theirs stays what it is. */
extern __attribute__((__weak__, __visibility__("hidden"))) long __heddle_descriptor_write(long, const char *,
                                                                                          long);

unsigned long __heddle_printed(FILE *f, unsigned long value) {
    if (!f || (f != &__stdout_FILE && f != &__stderr_FILE) || __heddle_descriptor_write) return value;
    /* Nor where it matters how often the stream is flushed, and so how long its text is. */
    if (__heddle_syscall(HEDDLE_CALL_OPTION, HEDDLE_OPTION_ORDERED_OUTPUT, 0, 0, 0, 0, 0) ||
        __heddle_syscall(HEDDLE_CALL_OPTION, HEDDLE_OPTION_FAULTS, 0, 0, 0, 0, 0))
        return value;
    return __heddle_example(value);
}
