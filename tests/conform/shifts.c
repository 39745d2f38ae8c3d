/* Shifts of every width, by variable amounts, signed and unsigned. */
#include <stdio.h>
#include <stdint.h>

static uint32_t rotate(uint32_t x, unsigned n) { return n % 32 == 0 ? x : x << n % 32 | x >> (32 - n % 32); }

int main(void) {
    for (int n = 0; n < 8; n++) {
        uint8_t a = (uint8_t)(0x81u << n);
        int8_t b = (int8_t)((int8_t)0x81 >> n);
        printf("%u %d ", a, b);
    }
    printf("\n");
    for (unsigned n = 0; n < 64; n += 9)
        printf("%016llx %016llx %lld\n", 0x8000000000000001ull << n, 0x8000000000000001ull >> n, (-0x7ffffffffffff001ll) >> n);
    for (unsigned n = 0; n < 40; n += 5) printf("%08x ", rotate(0xdeadbeef, n));
    printf("\n");
    return 1 << 5;
}
