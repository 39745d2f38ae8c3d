/* line.h — what the programs of this suite print: a line for each call, with its result and errno. */
#ifndef LINE_H
#define LINE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Prints the expression, its value and, if it is -1, errno. */
#define LINE(call) LINE_AS(#call, call)
/* The same, with a text in place of the expression. */
#define LINE_AS(text, call)                        \
    do {                                           \
        errno = 0;                                 \
        long value_ = (long)(call);                \
        line_print(__LINE__, text, value_, errno); \
    } while (0)
/* For functions that return an error number. */
#define LINE_ERROR(call) line_print(__LINE__, #call, (long)(call), 0)

static inline void line_print(int line, const char *text, long value, int error) {
    if (value == -1)
        printf("%d %s: -1, errno %d\n", line, text, error);
    else
        printf("%d %s: %ld\n", line, text, value);
}

#endif
