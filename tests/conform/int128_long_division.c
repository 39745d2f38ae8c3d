/* 128-bit products, quotients, shifts and decimal text, checked by recomposition. */
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void print(u128 v) {
    char b[40], *p = b + 39;
    *p = 0;
    do *--p = (char)('0' + (int)(v % 10));
    while (v /= 10);
    printf("%s\n", p);
}
static u128 power_mod(u128 b, unsigned e, u128 m) {
    u128 r = 1;
    for (b %= m; e; e >>= 1, b = b * b % m)
        if (e & 1) r = r * b % m;
    return r;
}

int main(void) {
    u128 factorial = 1;
    for (unsigned i = 2; i <= 34; i++) factorial *= i;
    print(factorial);
    print(~(u128)0);
    print(factorial / 1000000007 * 3);
    print(factorial % (((u128)1 << 70) + 9));
    print(power_mod(3, 1000000, 18446744073709551557u));
    int wrong = 0;
    u128 a = 0x123456789abcdef;
    for (int i = 1; i < 120; i++) {
        a = a * 0x5851f42d4c957f2d + (u128)i;
        u128 d = (a >> i) | 1;
        wrong += a / d * d + a % d != a;
        i128 s = (i128)a, t = -(i128)(d >> 3) - 1;
        wrong += s / t * t + s % t != s || (s % t && (s % t < 0) != (s < 0));
        wrong += (a << i >> i) != (a & (~(u128)0 >> i));
        wrong += (s >> i < 0) != (s < 0);
    }
    printf("%d %a\n", wrong, (double)factorial);
    i128 negative = -(i128)factorial;
    printf("%lld %llx\n", (long long)(negative >> 64), (unsigned long long)negative);
    return (int)(factorial >> 120) + (negative < 0);
}
