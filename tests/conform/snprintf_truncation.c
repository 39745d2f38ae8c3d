/* snprintf reports the whole length, writes no more than it may, and always ends what it writes. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int grow(char *out, size_t size, size_t *used, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(out + *used, size - *used, format, ap);
    va_end(ap);
    if ((size_t)n >= size - *used) return -1;
    *used += (size_t)n;
    return n;
}

int main(void) {
    char b[16];
    for (size_t size = 0; size <= 10; size += 2) {
        memset(b, '#', sizeof b);
        int n = snprintf(b, size, "%d-%s", 1234, "abcd");
        printf("%d ", n);
        for (size_t i = 0; i < 12; i++) putchar(b[i] ? b[i] : '.');
        puts("");
    }
    printf("%d\n", snprintf(NULL, 0, "%*d|%-*s|%.*f", 9, 1, 7, "x", 3, 2.5));
    printf("%d %s\n", snprintf(b, sizeof b, "%.3s|%.0s|%5.2s", "abcdef", "gone", "xyz"), b);
    int whole = snprintf(b, sizeof b, "%300d", 1);
    printf("%d %zu\n", whole, strlen(b));
    printf("%d\n", snprintf(b, sizeof b, "%s", ""));
    char list[24];
    size_t used = 0;
    int i = 0;
    while (grow(list, sizeof list, &used, "%s%d", i ? "," : "", i * i) >= 0) i++;
    list[used] = 0;
    printf("%d %zu %s\n", i, used, list);
    return i;
}
