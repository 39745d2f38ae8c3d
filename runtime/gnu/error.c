/* error.c — messages of a program about its errors, in the form of glibc. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gnu.h"

PUBLIC void (*error_print_progname)(void);
/* Defined if the program looks at it (error_count.c). glibc documents that threads may call
 * error(). */
extern __attribute__((__weak__)) unsigned error_message_count;
PUBLIC int error_one_per_line;

/* The rest of a message, behind the program's name and the place. */
static void tell_error(int status, int number, const char *format, va_list arguments) {
    vfprintf(stderr, format, arguments);
    if (&error_message_count) __atomic_fetch_add(&error_message_count, 1, __ATOMIC_RELAXED);
    if (number) fprintf(stderr, ": %s", strerror(number));
    putc('\n', stderr);
    fflush(stderr);
    if (status) exit(status);
}

static void tell_program(const char *format) {
    fflush(stdout);
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, format, program_invocation_name);
}

PUBLIC void error(int status, int number, const char *format, ...) {
    va_list arguments;
    tell_program("%s: ");
    va_start(arguments, format);
    tell_error(status, number, format, arguments);
    va_end(arguments);
}

PUBLIC void error_at_line(int status, int number, const char *file, unsigned line,
                          const char *format, ...) {
    static const char *last_file;
    static unsigned last_line;
    if (error_one_per_line) {
        int again = last_line == line &&
                    (file == last_file || (file && last_file && !strcmp(file, last_file)));
        if (again) return;
        last_file = file;
        last_line = line;
    }
    va_list arguments;
    tell_program("%s:");
    fprintf(stderr, file ? "%s:%u: " : " ", file, line);
    va_start(arguments, format);
    tell_error(status, number, format, arguments);
    va_end(arguments);
}
