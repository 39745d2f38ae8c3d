/* sha256.c — the hash of a long message, after the standard (FIPS 180-4); the round constants are
 * computed. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define REPETITIONS 512

static uint32_t constant[64], state[8];

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

/* The first 32 bits of the fractional part of the root (2: square, 3: cube) of a prime, by
 * bisection. */
static uint32_t root_bits(unsigned prime, int power) {
    /* r = root * 2^32: the largest r with r^power <= prime * 2^(32 * power). */
    unsigned __int128 low = 0, high = (unsigned __int128)32 << 32;
    while (high - low > 1) {
        unsigned __int128 middle = (low + high) / 2, left = middle * middle;
        int fits;
        if (power == 2) {
            fits = left <= (unsigned __int128)prime << 64;
        } else {
            /* middle^3 <= prime * 2^96, without leaving 128 bits: middle < 2^35, left < 2^70. */
            unsigned __int128 top = (left >> 32) * middle + (((left & 0xffffffffu) * middle) >> 32);
            fits = top < (unsigned __int128)prime << 64;
        }
        if (fits)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

static void start(void) {
    unsigned prime = 2;
    for (int i = 0; i < 64; prime++) {
        int divisible = 0;
        for (unsigned d = 2; d * d <= prime; d++) divisible |= prime % d == 0;
        if (divisible) continue;
        if (i < 8) state[i] = root_bits(prime, 2);
        constant[i++] = root_bits(prime, 3);
    }
}

static void block(const uint8_t *p) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
               (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t t1 = v[7] + s1 + choice + constant[i] + w[i];
        uint32_t s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        for (int k = 7; k > 0; k--) v[k] = v[k - 1];
        v[4] += t1;
        v[0] = t1 + s0 + majority;
    }
    for (int k = 0; k < 8; k++) state[k] += v[k];
}

int main(void) {
    static uint8_t message[1 << 16];
    for (unsigned i = 0; i < sizeof message; i++) message[i] = (uint8_t)(i * 7 + (i >> 8));
    start();
    for (int m = 0; m < REPETITIONS; m++)
        for (unsigned at = 0; at < sizeof message; at += 64) block(message + at);
    uint8_t last[64] = {0x80};
    uint64_t bits = (uint64_t)REPETITIONS * sizeof message * 8;
    for (int i = 0; i < 8; i++) last[63 - i] = (uint8_t)(bits >> 8 * i);
    block(last);
    for (int k = 0; k < 8; k++) printf("%08x", state[k]);
    printf("\n");
    return 0;
}
