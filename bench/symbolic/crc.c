/* crc.c — CRC-32 by a table over N symbolic bytes (4 unless given), before and after a bit is
 * flipped: a table of constants with symbolic indices. No bug. */
#include <heddle/heddle.h>

#ifndef N
#define N 4
#endif

static unsigned table[256];

static void make_table(void) {
    for (unsigned k = 0; k < 256; k++) {
        unsigned c = k;
        for (int bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[k] = c;
    }
}

static unsigned crc(const unsigned char *text, int n) {
    unsigned c = ~0u;
    for (int k = 0; k < n; k++) c = table[(c ^ text[k]) & 255] ^ c >> 8;
    return ~c;
}

int main(void) {
    unsigned char text[N];
    make_table();
    heddle_symbolic(text, sizeof text, "text");
    unsigned sum = crc(text, N);
    /* One flipped bit is always noticed, and there is a text for each sum. */
    if (sum == 0x9be3e0a3u) text[0] ^= 4;
    if (sum >> 24 == 0x5a && (sum & 255) == 0xa5) text[N - 1] ^= 128;
    return sum == crc(text, N) ? 0 : 1;
}
