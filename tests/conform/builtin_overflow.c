/* The checked-arithmetic builtins in several type combinations. */
#include <stdio.h>
#include <limits.h>
#include <stdint.h>

int main(void) {
    int i;
    unsigned u;
    long l;
    unsigned long ul;
    short s;
    int o;
    o = __builtin_add_overflow(INT_MAX, 1, &i); printf("%d %d\n", o, i);
    o = __builtin_sub_overflow(INT_MIN, 1, &i); printf("%d %d\n", o, i);
    o = __builtin_mul_overflow(65536, 65536, &i); printf("%d %d\n", o, i);
    o = __builtin_add_overflow(UINT_MAX, 1u, &u); printf("%d %u\n", o, u);
    o = __builtin_sub_overflow(3u, 5u, &u); printf("%d %u\n", o, u);
    o = __builtin_mul_overflow(LONG_MAX, 2L, &l); printf("%d %ld\n", o, l);
    o = __builtin_mul_overflow(1ul << 40, 1ul << 20, &ul); printf("%d %lu\n", o, ul);
    o = __builtin_mul_overflow(1ul << 40, 1ul << 24, &ul); printf("%d %lu\n", o, ul);
    o = __builtin_add_overflow(40000, 1, &s); printf("%d %d\n", o, s);
    o = __builtin_add_overflow(-5, 3u, &i); printf("%d %d\n", o, i);
    o = __builtin_saddl_overflow(LONG_MIN, -1, &l); printf("%d %ld\n", o, l);
    return 0;
}
