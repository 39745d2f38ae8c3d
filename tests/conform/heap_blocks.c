/* Many live blocks of growing size, freed out of order, contents checked before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char *b[64];
    unsigned sum = 0;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 64; i++) { size_t n = (size_t)(i * i + round + 1); b[i] = malloc(n); memset(b[i], i ^ round, n); }
        for (int k = 0; k < 64; k++) {
            int i = k * 29 % 64;
            size_t n = (size_t)(i * i + round + 1);
            for (size_t j = 0; j < n; j++) if (b[i][j] != (i ^ round)) return 1;
            sum = sum * 31 + b[i][n - 1];
            free(b[i]);
        }
    }
    char *empty = malloc(0), *grown = realloc(empty, 3);
    strcpy(grown, "ok");
    printf("%u %s\n", sum, grown);
    free(grown);
    return 0;
}
