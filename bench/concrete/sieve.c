/* sieve.c — the sieve of Eratosthenes over bytes, several times: stores with growing strides. */
#include <stdio.h>
#include <string.h>

#define LIMIT 2000000
#define ROUNDS 80

static unsigned char composite[LIMIT];

int main(void) {
    unsigned long checksum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        memset(composite, 0, sizeof composite);
        for (unsigned i = 2; i * i < LIMIT; i++)
            if (!composite[i])
                for (unsigned k = i * i; k < LIMIT; k += i) composite[k] = 1;
        unsigned long count = 0;
        for (unsigned i = 2; i < LIMIT; i++)
            if (!composite[i]) count += i % 7 + 1;
        checksum = checksum * 31 + count;
    }
    printf("%lu\n", checksum);
    return 0;
}
