/* Integer conversions of printf with every flag. */
#include <stddef.h>
#include <stdio.h>
#include <limits.h>
#include <stdint.h>
#include <inttypes.h>

int main(void) {
    printf("[%d][%5d][%-5d][%05d][%+d][% d]\n", 42, 42, 42, 42, 42, 42);
    printf("[%d][%5d][%-5d][%05d][%+d][% d]\n", -42, -42, -42, -42, -42, -42);
    printf("[%x][%X][%#x][%08x][%#010x][%-8x]\n", 0xbeef, 0xbeef, 0xbeef, 0xbeef, 0xbeef, 0xbeef);
    printf("[%o][%#o][%06o][%u]\n", 8, 8, 8, UINT_MAX);
    printf("[%.0d][%.0d][%.5d][%8.5d][%-8.5d][%+.3d]\n", 0, 1, 42, 42, 42, 7);
    printf("[%hhd][%hd][%ld][%lld][%jd][%zd][%td]\n", 300, 70000, LONG_MIN, LLONG_MAX, INTMAX_MIN, (ssize_t)-1, (ptrdiff_t)5);
    printf("[%*d][%-*d][%.*d][%*.*d]\n", 6, 1, 6, 2, 3, 3, 7, 4, 5);
    printf("[%" PRId64 "][%" PRIx32 "][%" PRIu8 "]\n", INT64_MIN, UINT32_C(0xabcdef), (uint8_t)200);
    printf("[%c][%5c][%-5c][%%]\n", 'a', 'b', 'c');
    int n1, n2;
    printf("abc%n def%n\n", &n1, &n2);
    printf("%d %d\n", n1, n2);
    return printf("%d\n", 12345);
}
