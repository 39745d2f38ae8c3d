/*
 * printed.c — numbers printed to the standard output or the standard error. If nothing in the
 * process can read the output, a symbolic number is printed as an example, instead of branching for
 * each of its digits.
 */
#include <string.h>
#include "stdio_impl.h"
#include "runtime.h"

/* Defined by libc's stdout.c and stderr.c, if anything uses them. */
extern __attribute__((__weak__)) FILE __stdout_FILE, __stderr_FILE;

/* Programs that can redirect a descriptor may read their output, so their values are printed
 * exactly. */
extern __attribute__((__weak__, __visibility__("hidden"))) long
__heddle_descriptor_write(long, const char *, long);

/* Programs that can also close one may notice that the buffer was not written, and some can ask for
 * its length. */
extern __attribute__((__weak__)) int close(int), fclose(FILE *);
extern __attribute__((__weak__)) size_t __fpending(FILE *);
static int is_looked_at(void) { return __heddle_descriptor_write || close || fclose || __fpending; }

/* Whether a format has a conversion that stores how much was printed so far. */
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
    /* the buffer is the program's, or the length is stored */
    if (f->flags & F_SVB || counts(format)) return value;
    /* Neither if the number of flushes, and so the length of the text, matters. */
    if (__heddle_option(HEDDLE_OPTION_ORDERED_OUTPUT) || __heddle_option(HEDDLE_OPTION_FAULTS))
        return value;
    return __heddle_example(value);
}
