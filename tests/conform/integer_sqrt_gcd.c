/* Number theory: gcd, modular power, integer root, Euler's phi, Miller-Rabin. */
#include <stdint.h>
#include <stdio.h>

static uint64_t gcd(uint64_t a, uint64_t b) { while (b) { uint64_t t = a % b; a = b; b = t; } return a; }
static uint64_t power(uint64_t b, uint64_t e, uint64_t m) { uint64_t r = 1; for (b %= m; e; e >>= 1) { if (e & 1) r = (uint64_t)((unsigned __int128)r * b % m); b = (uint64_t)((unsigned __int128)b * b % m); } return r; }
static uint64_t root(uint64_t n) { uint64_t x = n, y = (x + 1) / 2; while (y < x) { x = y; y = (x + n / x) / 2; } return x; }
static int prime(uint64_t n) {
    if (n < 4) return n > 1;
    if (n % 2 == 0) return 0;
    uint64_t d = n - 1;
    int s = 0;
    while (d % 2 == 0) d /= 2, s++;
    for (int a = 2; a < 38; a++) {
        if (n % (unsigned)a == 0) return n == (unsigned)a;
        uint64_t x = power((unsigned)a, d, n);
        int i;
        if (x == 1 || x == n - 1) continue;
        for (i = 1; i < s && x != n - 1; i++) x = (uint64_t)((unsigned __int128)x * x % n);
        if (x != n - 1) return 0;
    }
    return 1;
}

int main(void) {
    printf("%llu %llu\n", (unsigned long long)gcd(1071, 462), (unsigned long long)gcd(1ull << 40, 6));
    printf("%llu %llu\n", (unsigned long long)power(3, 1000000, 1000000007), (unsigned long long)power(2, 1ull << 62, 0xffffffffffffffc5ull));
    for (uint64_t n = 99; n < 10000000000000ull; n *= 83) printf("%llu ", (unsigned long long)root(n));
    printf("\n");
    uint64_t v[] = {2, 91, 97, 561, 7919, 1000000007, 4294967297ull, 18446744073709551557ull};
    for (int i = 0; i < 8; i++) printf("%d", prime(v[i]));
    printf("\n");
    return 0;
}
