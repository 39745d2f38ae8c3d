/* Unsigned arithmetic is modulo a power of two in each width. */
#include <stdio.h>
#include <stdint.h>

int main(void) {
    uint8_t a = 250;
    uint16_t b = 65530;
    uint32_t c = 4294967290u;
    uint64_t d = 18446744073709551610ull;
    for (int i = 0; i < 5; i++) {
        a += 3, b += 3, c += 3, d += 3;
        printf("%u %u %u %llu\n", a, b, c, (unsigned long long)d);
    }
    printf("%u %llu\n", 0u - 1u, 0ull - 1ull);
    printf("%u\n", 65536u * 65537u);
    printf("%llx\n", 0x123456789abcdefull * 0xfedcba987654321ull);
    return (uint8_t)(200 + 100);
}
