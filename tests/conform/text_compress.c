/* Run-length and LZ77-like compression and expansion of a text. */
#include <stdio.h>
#include <string.h>

static size_t rle(const char *s, char *o) {
    char *start = o;
    while (*s) { int n = 1; while (s[n] == *s && n < 9) n++; *o++ = (char)('0' + n); *o++ = *s; s += n; }
    *o = 0;
    return (size_t)(o - start);
}
static size_t lz(const unsigned char *s, size_t n, unsigned char *o) {
    size_t k = 0;
    for (size_t i = 0; i < n;) {
        size_t best = 0, where = 0;
        for (size_t j = i > 255 ? i - 255 : 0; j < i; j++) { size_t l = 0; while (i + l < n && s[j + l] == s[i + l] && l < 127) l++; if (l > best) best = l, where = i - j; }
        if (best >= 3) { o[k++] = (unsigned char)(128 + best); o[k++] = (unsigned char)where; i += best; } else o[k++] = s[i++];
    }
    return k;
}
static size_t unlz(const unsigned char *s, size_t n, unsigned char *o) {
    size_t k = 0;
    for (size_t i = 0; i < n;) if (s[i] > 128) { for (int l = s[i] - 128; l--; k++) o[k] = o[k - s[i + 1]]; i += 2; } else o[k++] = s[i++];
    return k;
}

int main(void) {
    char b[64];
    printf("%zu ", rle("aaaaaaaaaaaabccccd", b));
    printf("%s\n", b);
    const char *t = "she sells sea shells on the sea shore; the shells that she sells are sea shells for sure";
    unsigned char c[200], d[200];
    size_t n = lz((const unsigned char *)t, strlen(t), c), m = unlz(c, n, d);
    d[m] = 0;
    printf("%zu %zu %d\n%s\n", strlen(t), n, strcmp((char *)d, t) == 0, d);
    return (int)n;
}
