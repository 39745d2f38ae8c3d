/* search.c — searching for words in a long text, by bytes (Horspool) and naively. */
#include <stdio.h>
#include <string.h>

#define LENGTH 1000000
#define ROUNDS 16

static char text[LENGTH + 1];

static unsigned long horspool(const char *word) {
    size_t skip[256], n = strlen(word);
    unsigned long found = 0;
    for (int i = 0; i < 256; i++) skip[i] = n;
    for (size_t i = 0; i + 1 < n; i++) skip[(unsigned char)word[i]] = n - 1 - i;
    for (size_t at = 0; at + n <= LENGTH; at += skip[(unsigned char)text[at + n - 1]]) {
        size_t k = n;
        while (k > 0 && text[at + k - 1] == word[k - 1]) k--;
        if (k == 0) found++;
    }
    return found;
}

static unsigned long naive(const char *word) {
    size_t n = strlen(word);
    unsigned long found = 0;
    for (size_t at = 0; at + n <= LENGTH; at++) {
        size_t k = 0;
        while (k < n && text[at + k] == word[k]) k++;
        if (k == n) found++;
    }
    return found;
}

int main(void) {
    static const char *const words[] = {"abba", "cab", "ddcbad", "abcdabcdabcd"};
    unsigned random = 7;
    unsigned long checksum = 0;
    for (int i = 0; i < LENGTH; i++) {
        random = random * 1103515245u + 12345u;
        text[i] = (char)('a' + (random >> 16) % 4);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (unsigned w = 0; w < sizeof words / sizeof *words; w++) {
            unsigned long x = horspool(words[w]), y = naive(words[w]);
            if (x != y) return 1;
            checksum = checksum * 131 + x;
        }
        text[round * 1000 + 5] = 'a';
    }
    printf("%lu\n", checksum);
    return 0;
}
