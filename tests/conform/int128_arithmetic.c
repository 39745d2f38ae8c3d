/* native: clang — 128-bit integers: add, multiply, shift, divide, compare. */
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void show(u128 v) { printf("%016llx%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v); }

int main(void) {
    u128 a = 1;
    for (int i = 1; i <= 34; i++) a *= (unsigned)i;
    show(a);
    show(a / 1000000007u);
    printf("%llu\n", (unsigned long long)(a % 1000000007u));
    show(a << 3 | 5);
    show(a >> 77);
    show(a / ((u128)1 << 70 | 12345));
    show(a % ((u128)1 << 70 | 12345));
    i128 n = -(i128)a;
    show((u128)(n / 97));
    printf("%lld\n", (long long)(n % 97));
    show((u128)(n >> 100));
    printf("%d %d %d\n", n < 0, n < (i128)a, (u128)n > a);
    show((u128)(long long)-5);
    show((u128)1 - 2);
    return 0;
}
