/* Case ranges: characters, negative and wide bounds, mixed with fall-through, default in the middle and 64-bit values. */
#include <limits.h>
#include <stdio.h>

static char kind(int c) {
    switch (c) {
    case '0' ... '9': return 'd';
    case 'a' ... 'z':
    case 'A' ... 'Z':
    case '_': return 'l';
    default: return '?';
    case INT_MIN ... -1: return '-';
    case ' ': case '\t' ... '\r': return 's';
    case 1000 ... INT_MAX: return 'H';
    }
}
static int size_class(unsigned long v) {
    int n = 0;
    switch (v) {
    case 0x100000000 ... 0xffffffffffffffff: n++; /* fall through */
    case 0x10000 ... 0xffffffff: n++;             /* fall through */
    case 0x100 ... 0xffff: n++;                   /* fall through */
    case 1 ... 0xff: n++;
    }
    return n;
}

int main(void) {
    for (const char *p = "int x_9 = -1;\n"; *p; p++) putchar(kind(*p));
    printf(" %c%c%c%c%c%c\n", kind(-1), kind(INT_MIN), kind(999), kind(1000), kind(INT_MAX), kind(0));
    int total = 0;
    for (unsigned long v = 0, i = 0; i < 64; i++, v = v * 2 + 1) {
        int c = size_class(v);
        total += c;
        putchar('0' + c);
    }
    printf("\n%d %d\n", size_class(0x100000000), size_class(0xffffffff));
    return total;
}
