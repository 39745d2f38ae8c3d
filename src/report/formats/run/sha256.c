/* sha256.c — see sha256.h. Names are those of the standard. */
#include "report/formats/run/sha256.h"
#include "base/base.h"
#include <stdio.h>

#define BLOCK 64

static const uint32_t sha256_initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static const uint32_t sha256_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotated(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }

/* Expands a block to the message schedule. */
static void sha256_schedule(const uint8_t *block, uint32_t w[64]) {
    for (unsigned t = 0; t < 16; t++)
        w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
               (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    for (unsigned t = 16; t < 64; t++) {
        uint32_t x = w[t - 15], y = w[t - 2];
        w[t] = w[t - 16] + (rotated(x, 7) ^ rotated(x, 18) ^ x >> 3) + w[t - 7] +
               (rotated(y, 17) ^ rotated(y, 19) ^ y >> 10);
    }
}

static void sha256_block(uint32_t hash[8], const uint8_t *block) {
    uint32_t w[64], v[8];
    sha256_schedule(block, w);
    memcpy(v, hash, sizeof v);
    for (unsigned t = 0; t < 64; t++) {
        uint32_t a = v[0], e = v[4];
        uint32_t t1 = v[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
                      ((e & v[5]) ^ (~e & v[6])) + sha256_constants[t] + w[t],
                 t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) +
                      ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (unsigned k = 0; k < 8; k++) hash[k] += v[k];
}

void sha256_text(const void *bytes, size_t n, char out[65]) {
    const uint8_t *s = bytes;
    uint32_t hash[8];
    memcpy(hash, sha256_initial, sizeof hash);
    size_t whole = n / BLOCK * BLOCK, rest = n - whole;
    for (size_t k = 0; k < whole; k += BLOCK) sha256_block(hash, s + k);
    /* The end: a one bit, zeros, and the number of bits. */
    uint8_t last[2 * BLOCK] = {0};
    size_t length = rest + 9 > BLOCK ? 2 * BLOCK : BLOCK;
    if (rest) memcpy(last, s + whole, rest);
    last[rest] = 0x80;
    for (unsigned k = 0; k < 8; k++) last[length - 1 - k] = (uint8_t)((uint64_t)n * 8 >> 8 * k);
    for (size_t k = 0; k < length; k += BLOCK) sha256_block(hash, last + k);
    for (unsigned k = 0; k < 8; k++) snprintf(out + 8 * k, 9, "%08x", hash[k]);
}
