/* A linear congruential generator, Fisher-Yates shuffles and the cycles of the permutations they give. */
#include <stdint.h>
#include <stdio.h>

static uint64_t state = 42;
static uint32_t next(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}
static uint32_t below(uint32_t n) {
    uint32_t limit = 0x80000000u - 0x80000000u % n, v;
    do v = next();
    while (v >= limit);
    return v % n;
}

int main(void) {
    enum { N = 26 };
    int longest = 0;
    for (int round = 0; round < 4; round++) {
        int p[N];
        for (int i = 0; i < N; i++) p[i] = i;
        for (int i = N - 1; i > 0; i--) {
            int j = (int)below((uint32_t)i + 1), t = p[i];
            p[i] = p[j];
            p[j] = t;
        }
        for (int i = 0; i < N; i++) putchar('a' + p[i]);
        uint32_t seen = 0;
        for (int i = 0; i < N; i++) {
            int length = 0;
            for (int j = i; !(seen >> j & 1); j = p[j]) {
                seen |= 1u << j;
                length++;
            }
            if (length) printf(" %d", length);
            if (length > longest) longest = length;
        }
        printf(" %d\n", seen == (1u << N) - 1);
    }
    unsigned counts[6] = {0};
    for (int i = 0; i < 600; i++) counts[below(6)]++;
    for (int i = 0; i < 6; i++) printf("%u ", counts[i]);
    puts("");
    return longest;
}
