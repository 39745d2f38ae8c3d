/* error.h — messages of a program about its errors, as glibc has them. */
#ifndef _ERROR_H
#define _ERROR_H 1

#include <features.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Write a message to stderr. A status that is not zero ends the process with it. */
void error(int __status, int __errnum, const char *__format, ...)
    __attribute__((__format__(__printf__, 3, 4)));
void error_at_line(int __status, int __errnum, const char *__file, unsigned __line,
                   const char *__format, ...) __attribute__((__format__(__printf__, 5, 6)));

extern void (*error_print_progname)(void); /* prints the beginning, unless NULL */
extern unsigned error_message_count;
extern int error_one_per_line; /* whether a line that repeats is told once */

#ifdef __cplusplus
}
#endif

#endif
