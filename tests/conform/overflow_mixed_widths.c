/* The overflow builtins where the operands and the result have different widths and signs. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define TRY(op, type, a, b) do { type r; int o = __builtin_##op##_overflow(a, b, &r); \
    printf(#op " " #type " %d %lld\n", o, (long long)r); } while (0)

int main(void) {
    volatile long long big = 5000000000;
    volatile unsigned u = 4000000000u;
    volatile int neg = -5;
    volatile signed char small = -128;
    TRY(add, int, u, neg);
    TRY(add, unsigned, u, neg);
    TRY(add, signed char, small, 255);
    TRY(add, uint8_t, small, 129);
    TRY(add, uint64_t, neg, 5u);
    TRY(add, uint64_t, neg, 4u);
    TRY(sub, unsigned, 3u, 4u);
    TRY(sub, int, 3u, 4u);
    TRY(sub, short, small, 32641);
    TRY(sub, short, small, 32640);
    TRY(sub, long long, LLONG_MIN, small);
    TRY(sub, long long, LLONG_MAX, neg);
    TRY(mul, int, big, 0);
    TRY(mul, int, neg, 429496729);
    TRY(mul, int, neg, 429496730);
    TRY(mul, uint16_t, 257, 255);
    TRY(mul, uint16_t, 256, 256);
    TRY(mul, unsigned, neg, neg);
    TRY(mul, long long, big, 1844674407);
    TRY(mul, long long, big, 2000000000);
    TRY(mul, uint64_t, big, 3000000000u);
    unsigned steps = 0;
    for (int32_t v = 1; !__builtin_mul_overflow(v, 3, &v);) steps++;
    uint8_t sat = 200;
    for (int i = 0; i < 10; i++)
        if (__builtin_add_overflow(sat, i, &sat)) sat = UINT8_MAX;
    printf("%u %d\n", steps, sat);
    return (int)steps;
}
