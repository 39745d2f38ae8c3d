/* matrix.c — products of integer matrices: a tight inner loop of loads and multiplications. */
#include <stdint.h>
#include <stdio.h>

#define N 192
#define ROUNDS 72

static uint32_t a[N][N], b[N][N], c[N][N];

int main(void) {
    uint32_t checksum = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (uint32_t)(i * 3 + j);
            b[i][j] = (uint32_t)(i ^ (j * 5));
        }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                uint32_t sum = 0;
                for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
                c[i][j] = sum;
            }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                checksum = checksum * 33 + c[i][j];
                a[i][j] = c[i][j] >> 3;
            }
    }
    printf("%u\n", checksum);
    return 0;
}
