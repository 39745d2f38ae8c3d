/* SHA-256 of a few messages. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t ror(uint32_t x, int n) { return x >> n | x << (32 - n); }
static uint32_t k[64], h0[8];
static void constants(void) { /* fractional parts of roots of primes, by integer Newton steps */
    int found = 0;
    for (unsigned p = 2; found < 64; p++) {
        int prime = 1;
        for (unsigned d = 2; d * d <= p; d++) if (p % d == 0) prime = 0;
        if (!prime) continue;
        unsigned __int128 target = (unsigned __int128)p << 96, lo = 0, hi = (unsigned __int128)1 << 36;
        while (hi - lo > 1) { unsigned __int128 m = (lo + hi) / 2; if (m * m * m <= target) lo = m; else hi = m; }
        k[found] = (uint32_t)lo;
        if (found < 8) {
            target = (unsigned __int128)p << 64, lo = 0, hi = (unsigned __int128)1 << 40;
            while (hi - lo > 1) { unsigned __int128 m = (lo + hi) / 2; if (m * m <= target) lo = m; else hi = m; }
            h0[found] = (uint32_t)lo;
        }
        found++;
    }
}
static void block(uint32_t *h, const uint8_t *p) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++) w[i] = (uint32_t)p[4 * i] << 24 | p[4 * i + 1] << 16 | p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] + (ror(w[i - 15], 7) ^ ror(w[i - 15], 18) ^ w[i - 15] >> 3) + (ror(w[i - 2], 17) ^ ror(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (ror(s[4], 6) ^ ror(s[4], 11) ^ ror(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
        uint32_t t2 = (ror(s[0], 2) ^ ror(s[0], 13) ^ ror(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) h[i] += s[i];
}

int main(void) {
    constants();
    const char *v[] = {"", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"};
    for (int m = 0; m < 3; m++) {
        uint32_t h[8];
        uint8_t buffer[128] = {0};
        size_t n = strlen(v[m]), total = n < 56 ? 64 : 128;
        memcpy(h, h0, sizeof h);
        memcpy(buffer, v[m], n);
        buffer[n] = 0x80;
        for (int i = 0; i < 8; i++) buffer[total - 1 - i] = (uint8_t)(n * 8 >> 8 * i);
        for (size_t i = 0; i < total; i += 64) block(h, buffer + i);
        for (int i = 0; i < 8; i++) printf("%08x", h[i]);
        printf("\n");
    }
    return 0;
}
