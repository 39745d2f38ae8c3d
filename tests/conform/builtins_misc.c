/* Builtins: expect, constant_p, choose_expr, types_compatible, object size, unreachable, trap not taken. */
#include <stdio.h>
#include <stddef.h>
#include <string.h>

static int f(int x) {
    if (__builtin_expect(x < 0, 0)) return -1;
    switch (x & 3) { case 0: return 10; case 1: return 11; case 2: return 12; case 3: return 13; }
    __builtin_unreachable();
}

int main(void) {
    int a[10];
    printf("%d %d %d\n", f(-5), f(6), f(7));
    printf("%d %d\n", __builtin_types_compatible_p(int, signed), __builtin_types_compatible_p(int, long));
    printf("%zu %d\n", (size_t)__builtin_choose_expr(1, sizeof a, 0), __builtin_constant_p(5));
    printf("%d %d\n", __builtin_isnan(0.0), __builtin_signbit(-1.0) != 0);
    printf("%g %g\n", __builtin_inf(), __builtin_fabs(-2.5));
    if (f(1) != 11) __builtin_trap();
    printf("%d %s\n", __builtin_memcmp("abc", "abd", 3) < 0, __builtin_strchr("hello", 'l'));
    printf("%d\n", (int)__builtin_offsetof(struct { char c; double d; }, d));
    __builtin_prefetch(a);
    __builtin_assume_aligned(a, 4);
    return __builtin_abs(-33);
}
