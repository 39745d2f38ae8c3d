/* Gray codes and bit-reversal permutations, with the bit-counting builtins checked against loops. */
#include <stdint.h>
#include <stdio.h>

static uint32_t gray(uint32_t v) { return v ^ v >> 1; }
static uint32_t ungray(uint32_t g) {
    for (int s = 1; s < 32; s *= 2) g ^= g >> s;
    return g;
}
static uint32_t reverse(uint32_t v, int bits) {
    uint32_t r = 0;
    while (bits--) r = r << 1 | (v & 1), v >>= 1;
    return r;
}

int main(void) {
    int wrong = 0;
    for (uint32_t i = 0, v = 1; i < 200; i++, v = v * 1664525 + 1013904223) {
        int ones = 0, leading = 0, trailing = 0;
        for (uint32_t w = v; w; w &= w - 1) ones++;
        for (uint32_t m = 0x80000000; m && !(v & m); m >>= 1) leading++;
        for (uint32_t m = 1; m && !(v & m); m <<= 1) trailing++;
        wrong += ones != __builtin_popcount(v) || leading != __builtin_clz(v) || trailing != __builtin_ctz(v);
        wrong += __builtin_parity(v) != (ones & 1) || __builtin_ffs((int)v) != trailing + 1;
        wrong += ungray(gray(v)) != v || reverse(reverse(v, 32), 32) != v;
        wrong += __builtin_clzll((uint64_t)v << 7) != leading + 25 || __builtin_ctzl((uint64_t)v << 20) != trailing + 20;
        wrong += __builtin_popcount(gray(i) ^ gray(i + 1)) != 1;
    }
    printf("%d\n", wrong);
    for (uint32_t i = 0; i < 16; i++) printf("%x%x ", gray(i), reverse(i, 4));
    int a[32];
    for (int i = 0; i < 32; i++) a[i] = i;
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t j = reverse(i, 5);
        if (i < j) a[i] ^= a[j], a[j] ^= a[i], a[i] ^= a[j];
    }
    puts("");
    for (int i = 0; i < 32; i++) printf("%d ", a[i]);
    puts("");
    return a[1];
}
