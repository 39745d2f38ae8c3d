/* loader.c — see loader.h: the first error of a load, which all of its stages tell. */
#include "program/front_end/loader.h"
#include <stdarg.h>
#include <stdio.h>

void loader_error(Loader *l, const char *format, ...) {
    if (l->error) return;
    va_list ap;
    va_start(ap, format);
    if (vasprintf(&l->error, format, ap) < 0) base_fatal("out of memory");
    va_end(ap);
}
