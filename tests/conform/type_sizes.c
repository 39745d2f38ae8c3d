/* Sizes and limits of the types. */
#include <limits.h>
#include <float.h>
#include <stdint.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>
#include <time.h>

int main(void) {
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(void *));
    printf("%zu %zu %zu %zu %zu\n", sizeof(float), sizeof(double), sizeof(long double), sizeof(wchar_t), sizeof(time_t));
    printf("%d %d %u %ld %lu %d %d\n", INT_MIN, INT_MAX, UINT_MAX, LONG_MIN, ULONG_MAX, CHAR_MIN, SCHAR_MAX);
    printf("%zu %zu %td\n", sizeof(size_t), (size_t)SIZE_MAX, (ptrdiff_t)PTRDIFF_MIN);
    printf("%g %g %d %d %d\n", DBL_EPSILON, (double)FLT_MAX, DBL_DIG, FLT_MANT_DIG, DBL_MAX_10_EXP);
    printf("%zu %zu %zu\n", sizeof(int_fast16_t), sizeof(int_least8_t), sizeof(intmax_t));
    return sizeof(struct { char a; double b; char c; });
}
