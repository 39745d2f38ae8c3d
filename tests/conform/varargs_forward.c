/* A va_list handed down to another function and to the v* family of printf. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int next(va_list *ap) { return va_arg(*ap, int); }

static void log_line(char *out, size_t size, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(out, size, format, ap);
    va_end(ap);
    printf("[%s] %d\n", out, n);
}

static int pick(int index, ...) {
    va_list ap;
    va_start(ap, index);
    int v = 0;
    for (int i = 0; i <= index; i++) v = next(&ap);
    va_end(ap);
    return v;
}

int main(void) {
    char buffer[20];
    log_line(buffer, sizeof buffer, "%d-%s-%c", 42, "abc", 'z');
    log_line(buffer, sizeof buffer, "%s %s", "a long string that", "does not fit");
    log_line(buffer, 1, "%d", 12345);
    printf("%d %d %d\n", pick(0, 5, 6, 7), pick(2, 5, 6, 7), pick(7, 1, 2, 3, 4, 5, 6, 7, 8));
    return 0;
}
