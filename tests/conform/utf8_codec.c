/* UTF-8 encoding and validating decoding. */
#include <stdio.h>
#include <stdint.h>

static int put(uint32_t c, unsigned char *o) {
    if (c < 0x80) { o[0] = (unsigned char)c; return 1; }
    if (c < 0x800) { o[0] = (unsigned char)(0xc0 | c >> 6); o[1] = 0x80 | (c & 63); return 2; }
    if (c < 0x10000) { o[0] = (unsigned char)(0xe0 | c >> 12); o[1] = 0x80 | (c >> 6 & 63); o[2] = 0x80 | (c & 63); return 3; }
    o[0] = (unsigned char)(0xf0 | c >> 18); o[1] = 0x80 | (c >> 12 & 63); o[2] = 0x80 | (c >> 6 & 63); o[3] = 0x80 | (c & 63); return 4;
}
static int get(const unsigned char *s, uint32_t *c) {
    int n = *s < 0x80 ? 1 : *s >> 5 == 6 ? 2 : *s >> 4 == 14 ? 3 : *s >> 3 == 30 ? 4 : 0;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (!n) return -1;
    *c = n == 1 ? *s : *s & (0xff >> (n + 1));
    for (int i = 1; i < n; i++) { if (s[i] >> 6 != 2) return -2; *c = *c << 6 | (s[i] & 63); }
    return *c < least[n] || *c > 0x10ffff || (*c >> 11 == 27) ? -3 : n;
}

int main(void) {
    uint32_t v[] = {0x24, 0xa2, 0x20ac, 0x10348, 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10ffff}, back;
    for (int i = 0; i < 10; i++) {
        unsigned char b[4];
        int n = put(v[i], b);
        for (int j = 0; j < n; j++) printf("%02x", b[j]);
        printf(" %d", get(b, &back));
        printf(" %d\n", back == v[i]);
    }
    const unsigned char bad[][4] = {{0xc0, 0x80}, {0xff}, {0xe2, 0x28, 0xa1}, {0xed, 0xa0, 0x80}, {0xf4, 0x90, 0x80, 0x80}};
    for (int i = 0; i < 5; i++) printf("%d ", get(bad[i], &back));
    printf("\n");
    return 0;
}
