/* Inline assembly: blocks that are moved and filled, also where they overlap. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void *copy(void *to, const void *from, size_t n) {
    void *result = to;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
    printf("%td %zu ", (char *)to - (char *)result, n);
    return result;
}

static void copy_words(uint64_t *to, const uint64_t *from, size_t n) {
    __asm__ volatile("cld\n\trep; movsq" : "=D"(to), "=S"(from), "=c"(n) : "0"(to), "1"(from), "2"(n) : "memory");
}

static void fill(void *to, uint32_t value, size_t n) {
    size_t left;
    __asm__ volatile("rep ; stosl" : "=&c"(left), "=&D"(to) : "a"(value), "0"(n), "1"(to) : "memory");
}

int main(void) {
    char text[40] = "abcdefghijklmnopqrstuvwxyz", other[40] = "";
    puts(copy(other, text, 27));
    puts(copy(text + 3, text, 12)); /* repeats what is in front of it */
    puts(copy(text, text + 2, 20));
    uint64_t a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {0};
    copy_words(b, a, 5);
    copy_words(a + 1, a, 5);
    for (int k = 0; k < 6; k++) printf("%llu %llu ", (long long)a[k], (long long)b[k]);
    puts("");
    uint32_t words[5];
    fill(words, 0x01020304, 5);
    fill(words + 1, 0x11223344, 2);
    for (int k = 0; k < 5; k++) printf("%x ", words[k]);
    unsigned char bytes[8];
    void *at = bytes;
    memset(bytes, 1, sizeof bytes);
    __asm__ volatile("stosb; stosw" : "+D"(at) : "a"(0x5678) : "memory");
    size_t none = 0;
    __asm__ volatile("rep stosb" : "+D"(at), "+c"(none) : "a"(9) : "memory");
    for (int k = 0; k < 8; k++) printf("%x ", bytes[k]);
    printf("%td\n", (unsigned char *)at - bytes);
    return 0;
}
