/* Primes by a sieve over a bit set. */
#include <stdio.h>
#include <string.h>

enum { N = 2000 };
static unsigned bits[N / 32 + 1];

int main(void) {
    memset(bits, 0xff, sizeof bits);
    bits[0] &= ~3u;
    for (int i = 2; i * i <= N; i++)
        if (bits[i / 32] >> i % 32 & 1)
            for (int j = i * i; j <= N; j += i) bits[j / 32] &= ~(1u << j % 32);
    int count = 0, last = 0;
    for (int i = 0; i <= N; i++)
        if (bits[i / 32] >> (i % 32) & 1) { count++; last = i; if (count <= 10) printf("%d ", i); }
    printf("\n%d %d\n", count, last);
    return count % 256;
}
