/* asprintf, vasprintf, dprintf-free building of strings of unknown length. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *sep, ...) {
    char *out = strdup("");
    va_list ap;
    va_start(ap, sep);
    for (const char *s; (s = va_arg(ap, const char *));) { char *bigger; asprintf(&bigger, "%s%s%s", out, *out ? sep : "", s); free(out); out = bigger; }
    va_end(ap);
    return out;
}
static char *format(const char *f, ...) { va_list ap; char *s; va_start(ap, f); int n = vasprintf(&s, f, ap); va_end(ap); printf("%d ", n); return s; }

int main(void) {
    char *a = join(", ", "one", "two", "three", NULL), *b = format("<%s|%5.1f|%-4d>", a, 3.14159, 42);
    printf("%s\n%s\n", a, b);
    size_t n = strlen(b);
    free(a);
    free(b);
    return (int)n;
}
