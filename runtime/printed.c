/*
 * printed.c — numbers on their way to the standard output or the standard error: what was printed
 * there is looked at by nobody in the process, so that a symbolic number is shown by an example
 * instead of having each of its digits branch.
 */
#include <string.h>
#include "stdio_impl.h"
#include "runtime.h"

/* Defined by libc's stdout.c and stderr.c, if something uses them. */
extern __attribute__((__weak__)) FILE __stdout_FILE, __stderr_FILE;

/* Programs that can redirect a descriptor may read what they print: theirs stays what it is. */
extern __attribute__((__weak__, __visibility__("hidden"))) long
__heddle_descriptor_write(long, const char *, long);

/* Those that can close one, too, may see that what is in the buffer was not written; and some can
 * ask how much there is in it. */
extern __attribute__((__weak__)) int close(int), fclose(FILE *);
extern __attribute__((__weak__)) size_t __fpending(FILE *);
static int is_looked_at(void) { return __heddle_descriptor_write || close || fclose || __fpending; }

/* Whether a format has a conversion that tells the program how much was printed so far. */
static int counts(const char *format) {
    for (const char *s = format; *s; s++) {
        if (*s != '%') continue;
        s++;
        while (*s && strchr("#0- +'123456789.*$hljztL", *s)) s++;
        if (*s == 'n') return 1;
        if (!*s) return 0;
    }
    return 0;
}

unsigned long __heddle_printed(FILE *f, const char *format, unsigned long value) {
    if (!f || (f != &__stdout_FILE && f != &__stderr_FILE) || is_looked_at()) return value;
    if (f->flags & F_SVB || counts(format))
        return value; /* the buffer is the program's; it is told */
    /* Nor where it matters how often the stream is flushed, and so how long its text is. */
    if (__heddle_syscall(HEDDLE_CALL_OPTION, HEDDLE_OPTION_ORDERED_OUTPUT, 0, 0, 0, 0, 0) ||
        __heddle_syscall(HEDDLE_CALL_OPTION, HEDDLE_OPTION_FAULTS, 0, 0, 0, 0, 0))
        return value;
    return __heddle_example(value);
}
