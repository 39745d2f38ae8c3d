/* strings.c — two hashes of strings, byte by byte to the terminating zero. */
#include <stdio.h>

#define ROUNDS 100000
#define N 64

static char text[N][80];

static unsigned times_33(const char *s) {
    unsigned h = 5381;
    while (*s) h = h * 33 ^ (unsigned char)*s++;
    return h;
}

static unsigned fnv(const char *s) {
    unsigned h = 2166136261u;
    while (*s) {
        h ^= (unsigned char)*s++;
        h *= 16777619;
    }
    return h;
}

int main(void) {
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 20 + i % 50; j++) text[i][j] = (char)('a' + (i * 7 + j * 13) % 26);
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < N; i++) {
            sum = sum * 31 + times_33(text[i]) + fnv(text[i]);
            text[i][round % 20] = (char)('a' + (sum & 15));
        }
    printf("%u\n", sum);
    return 0;
}
