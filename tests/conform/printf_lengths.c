/* Every length modifier of integer conversions, at the limits of its type and with flags. */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    printf("%hhd %hhd %hhu %hhx %hho\n", SCHAR_MIN, 127, 255, 0x1ab, 0777);
    printf("%hd %hd %hu %hX\n", SHRT_MIN, SHRT_MAX, USHRT_MAX, 0x1beef);
    printf("%d %i %u %x %o\n", INT_MIN, INT_MAX, UINT_MAX, UINT_MAX, UINT_MAX);
    printf("%ld %ld %lu %lx\n", LONG_MIN, LONG_MAX, ULONG_MAX, ULONG_MAX);
    printf("%lld %lld %llu %llo\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX, ULLONG_MAX);
    printf("%jd %jd %ju %jX\n", INTMAX_MIN, INTMAX_MAX, UINTMAX_MAX, UINTMAX_MAX);
    printf("%zu %zx %td %td\n", SIZE_MAX, SIZE_MAX, PTRDIFF_MIN, PTRDIFF_MAX);
    printf("[%+hhd] [% hd] [%08lld] [%-8jd] [%#zx] [%#llo]\n", 5, -6, -77LL, (intmax_t)8, (size_t)255, 8ULL);
    printf("[%.0d] [%.0u] [%+.0d] [%5.3d] [%-7.4ld] [%07.3d]\n", 0, 0u, 0, 7, -12L, 9);
    printf("[%#x] [%#o] [%#X] [%#.4x] [%#10x] [%-#10x]\n", 0, 0, 48879, 10, 255, 255);
    printf("[%*d] [%-*d] [%*d] [%.*d] [%.*d]\n", 4, 1, 4, 2, -4, 3, 3, 4, -1, 5);
    printf("[%2$d %1$s %2$d]\n", "twice", 12);
    printf("[%c%c] [%5c] [%-3c] [%%] [%5s]\n", 'o', 'k', 'r', 'l', "end");
    int n = 0;
    for (unsigned long v = 1; v; v *= 10, n++)
        if (v > ULONG_MAX / 10) break;
        else printf("%lx ", v);
    puts("");
    return n;
}
