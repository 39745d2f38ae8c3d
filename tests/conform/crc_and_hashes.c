/* CRC-32, Adler-32, FNV and djb2 over a text. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t table[256];
static void init(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
}
static uint32_t crc(const char *s, size_t n) { uint32_t c = ~0u; while (n--) c = table[(c ^ (uint8_t)*s++) & 255] ^ c >> 8; return ~c; }
static uint32_t adler(const char *s) { uint32_t a = 1, b = 0; for (; *s; s++) { a = (a + (uint8_t)*s) % 65521; b = (b + a) % 65521; } return b << 16 | a; }
static uint64_t fnv(const char *s) { uint64_t h = 14695981039346656037ull; for (; *s; s++) h = (h ^ (uint8_t)*s) * 1099511628211ull; return h; }
static unsigned long djb(const char *s) { unsigned long h = 5381; while (*s) h = h * 33 + (unsigned char)*s++; return h; }

int main(void) {
    init();
    const char *v[] = {"", "a", "123456789", "The quick brown fox jumps over the lazy dog"};
    for (int i = 0; i < 4; i++)
        printf("%08x %08x %016llx %lx\n", crc(v[i], strlen(v[i])), adler(v[i]), (unsigned long long)fnv(v[i]), djb(v[i]));
    return 0;
}
