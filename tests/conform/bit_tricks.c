/* Bit manipulation: reversal, Morton order, Gray code, population count by hand, next permutation. */
#include <stdint.h>
#include <stdio.h>

static uint32_t reverse(uint32_t x) { x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555); x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333); x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f); return __builtin_bswap32(x); }
static uint32_t spread(uint32_t x) { x = (x | x << 8) & 0x00ff00ff; x = (x | x << 4) & 0x0f0f0f0f; x = (x | x << 2) & 0x33333333; return (x | x << 1) & 0x55555555; }
static int count(uint64_t x) { x -= x >> 1 & 0x5555555555555555; x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333); return (int)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56); }

int main(void) {
    uint32_t v[] = {0, 1, 0x12345678, 0xdeadbeef, 0x80000000, 77};
    for (int i = 0; i < 6; i++) printf("%08x %08x %d %08x\n", reverse(v[i]), spread(v[i] & 0xffff) | spread(v[i] >> 16) << 1, count(v[i] * 0x100000001ull), v[i] ^ v[i] >> 1);
    for (uint32_t x = 7, i = 0; i < 8; i++) { printf("%x ", x); uint32_t t = x | (x - 1); x = (t + 1) | (((~t & -~t) - 1) >> (__builtin_ctz(x) + 1)); }
    printf("\n%d %d\n", (5 & -5) == 1, (12 & (12 - 1)) == 8);
    return count(0xffffffffffffffffull);
}
