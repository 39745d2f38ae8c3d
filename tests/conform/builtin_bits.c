/* Bit-counting and byte-swapping builtins. */
#include <stdio.h>
#include <stdint.h>

int main(void) {
    uint32_t v[] = {1, 2, 3, 0x80000000u, 0xffffffffu, 0x00f0f000u, 12345678};
    for (unsigned i = 0; i < 7; i++) {
        printf("%d %d %d %d %d ", __builtin_clz(v[i]), __builtin_ctz(v[i]), __builtin_popcount(v[i]), __builtin_parity(v[i]),
               __builtin_ffs((int)v[i]));
        uint64_t w = (uint64_t)v[i] << 20 | 1;
        printf("%d %d %d %08x %016llx %04x\n", __builtin_clzll(w), __builtin_ctzll(w << 7), __builtin_popcountll(w),
               __builtin_bswap32(v[i]), (unsigned long long)__builtin_bswap64(w), __builtin_bswap16((uint16_t)v[i]));
    }
    printf("%d %d\n", __builtin_clrsb(-1), __builtin_clrsb(1));
    printf("%d\n", __builtin_ffs(0));
    return 0;
}
