/* keygen.c — LEVELS nested comparisons (6 unless given) of products and exclusive ors of symbolic
 * words, as a check of a licence key does them; each level mixes what the levels before computed.
 * No bug. */
#include <heddle/heddle.h>

#ifndef LEVELS
#define LEVELS 6
#endif

int main(void) {
    unsigned key[2], state = 0x2545f491u;
    int score = 0;
    heddle_symbolic(key, sizeof key, "key");
    for (int k = 0; k < LEVELS; k++) {
        unsigned x = key[k & 1] * (2u * (unsigned)k + 3) ^ (state >> (k + 3));
        if (x % 1024 < 200u + 90u * (unsigned)k) {
            score += 1;
            state = state * 5 + x;
        } else if ((x ^ key[1 - (k & 1)]) > 0x40000000u + 0x8000000u * (unsigned)k) {
            score += 2;
            state ^= x * 13;
        } else {
            score += 3;
        }
    }
    heddle_assert(score >= LEVELS && score <= 3 * LEVELS);
    return 0;
}
