/* Base64 encoding and decoding, all lengths modulo three. */
#include <stdio.h>
#include <string.h>

static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static void encode(const unsigned char *s, size_t n, char *o) {
    for (size_t i = 0; i < n; i += 3) {
        unsigned v = s[i] << 16 | (i + 1 < n ? s[i + 1] << 8 : 0) | (i + 2 < n ? s[i + 2] : 0);
        *o++ = set[v >> 18];
        *o++ = set[v >> 12 & 63];
        *o++ = i + 1 < n ? set[v >> 6 & 63] : '=';
        *o++ = i + 2 < n ? set[v & 63] : '=';
    }
    *o = 0;
}
static size_t decode(const char *s, unsigned char *o) {
    unsigned v = 0, bits = 0;
    unsigned char *start = o;
    for (; *s && *s != '='; s++) {
        v = v << 6 | (unsigned)(strchr(set, *s) - set);
        if ((bits += 6) >= 8) *o++ = (unsigned char)(v >> (bits -= 8));
    }
    return (size_t)(o - start);
}

int main(void) {
    const char *text = "Many hands make light work.";
    for (size_t n = 0; n <= strlen(text); n += 4) {
        char b[64];
        unsigned char back[64];
        encode((const unsigned char *)text, n, b);
        size_t m = decode(b, back);
        printf("%s %d\n", b, m == n && memcmp(back, text, n) == 0);
    }
    return 0;
}
