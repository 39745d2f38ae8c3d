/* native: clang. needs: sse2. */
/* Sums with a carry and differences with a borrow, as compilers offer them for one instruction. */
#include <stdint.h>
#include <stdio.h>
#include <immintrin.h>

int main(void) {
    static const uint64_t numbers[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
                                       1ull << 63, ~0ull - 1, ~0ull};
    enum { N = sizeof numbers / sizeof *numbers };
    uint64_t sum = 0, all = 0;
    for (int k = 0; k < N * N * 3; k++) {
        uint64_t x = numbers[k % N], y = numbers[k / N % N];
        unsigned char c = (unsigned char)(k / N / N);
        unsigned long long wide[2];
        unsigned narrow[2];
        unsigned char out = _addcarry_u64(c, x, y, &wide[0]);
        out = (unsigned char)(out * 2 + _subborrow_u64(c, x, y, &wide[1]));
        out = (unsigned char)(out * 2 + _addcarry_u32(c, (unsigned)x, (unsigned)y, &narrow[0]));
        out = (unsigned char)(out * 2 + _subborrow_u32(c, (unsigned)x, (unsigned)y, &narrow[1]));
        sum += out;
        all = all * 31 + (wide[0] ^ wide[1] * 3 ^ narrow[0] * 5ull ^ narrow[1] * 7ull ^ out);
    }
    printf("%llu %llx\n", (unsigned long long)sum, (unsigned long long)all);
    return 0;
}
