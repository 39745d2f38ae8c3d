/* Variadic functions with integer arguments of every width, past the register area. */
#include <stdarg.h>
#include <stdio.h>

static long sum(const char *kinds, ...) {
    va_list ap;
    long total = 0;
    va_start(ap, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': total += va_arg(ap, int); break;
        case 'u': total += va_arg(ap, unsigned); break;
        case 'l': total += va_arg(ap, long); break;
        case 'c': total += (char)va_arg(ap, int); break;
        case 's': total += *va_arg(ap, const char *); break;
        }
    }
    va_end(ap);
    return total;
}

int main(void) {
    printf("%ld\n", sum(""));
    printf("%ld\n", sum("iii", 1, 2, 3));
    printf("%ld\n", sum("iulcs", -1, 4000000000u, 1L << 40, 'A', "z"));
    printf("%ld\n", sum("llllllllllllii", 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13, -14));
    return 0;
}
