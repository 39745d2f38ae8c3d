/*
 * machine_sha.c — the instructions for rounds and schedules of SHA-1 and SHA-256, for which
 * compilers have functions of their own; see machine_vectors.c. The functions of the rounds are
 * those of the standard (FIPS 180-4, section 4.1).
 */
#include "machine_vectors.h"

static unsigned rotated(unsigned x, int left) { return x << left | x >> (32 - left); }

static unsigned choice(unsigned x, unsigned y, unsigned z) { return (x & y) ^ (~x & z); }
static unsigned majority(unsigned x, unsigned y, unsigned z) { return (x & y) ^ (x & z) ^ (y & z); }

/* --- SHA-1: the oldest word is the last element ----------------------------------------------- */

V4u32 __heddle_x86_sha1msg1(V4u32 a, V4u32 b) {
    return (V4u32){b[2] ^ a[0], b[3] ^ a[1], a[0] ^ a[2], a[1] ^ a[3]};
}

V4u32 __heddle_x86_sha1msg2(V4u32 a, V4u32 b) {
    V4u32 r = {0, rotated(a[1] ^ b[0], 1), rotated(a[2] ^ b[1], 1), rotated(a[3] ^ b[2], 1)};
    r[0] = rotated(a[0] ^ r[3], 1);
    return r;
}

V4u32 __heddle_x86_sha1nexte(V4u32 a, V4u32 b) {
    b[3] += rotated(a[3], 30);
    return b;
}

V4u32 __heddle_x86_sha1rnds4(V4u32 state, V4u32 words, signed char which) {
    static const unsigned constant[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    unsigned a = state[3], b = state[2], c = state[1], d = state[0], e = 0; /* in the first word */
    for (int k = 3; k >= 0; k--) {
        unsigned f = (which & 3) == 0   ? choice(b, c, d)
                     : (which & 3) == 2 ? majority(b, c, d)
                                        : b ^ c ^ d;
        unsigned next = f + rotated(a, 5) + words[k] + e + constant[which & 3];
        e = d, d = c, c = rotated(b, 30), b = a, a = next;
    }
    return (V4u32){d, c, b, a};
}

/* --- SHA-256: the oldest word is the first element -------------------------------------------- */

static unsigned mixed(unsigned x, int a, int b, int shifted) {
    return rotated(x, 32 - a) ^ rotated(x, 32 - b) ^ x >> shifted;
}
static unsigned spread(unsigned x, int a, int b, int c) {
    return rotated(x, 32 - a) ^ rotated(x, 32 - b) ^ rotated(x, 32 - c);
}

V4u32 __heddle_x86_sha256msg1(V4u32 a, V4u32 b) {
    unsigned w[5] = {a[0], a[1], a[2], a[3], b[0]};
    for (int k = 0; k < 4; k++) a[k] = w[k] + mixed(w[k + 1], 7, 18, 3);
    return a;
}

V4u32 __heddle_x86_sha256msg2(V4u32 a, V4u32 b) {
    a[0] += mixed(b[2], 17, 19, 10);
    a[1] += mixed(b[3], 17, 19, 10);
    a[2] += mixed(a[0], 17, 19, 10);
    a[3] += mixed(a[1], 17, 19, 10);
    return a;
}

V4u32 __heddle_x86_sha256rnds2(V4u32 second, V4u32 first, V4u32 words) {
    unsigned a = first[3], b = first[2], c = second[3], d = second[2], e = first[1], f = first[0],
             g = second[1], h = second[0];
    for (int k = 0; k < 2; k++) {
        unsigned t = choice(e, f, g) + spread(e, 6, 11, 25) + words[k] + h;
        h = g, g = f, f = e, e = t + d;
        unsigned next = t + majority(a, b, c) + spread(a, 2, 13, 22);
        d = c, c = b, b = a, a = next;
    }
    return (V4u32){f, e, b, a};
}
