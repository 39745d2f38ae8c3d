/* Calls that are the same but for what their caller counts: for millions of instructions, with no loop for ever. */
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline)) static int power(uint64_t n, uint64_t m) {
    uint64_t y = 1;
    for (int i = 0; i < 30; i++) y = y * n % m;
    return y == 1;
}

int main(void) {
    unsigned count = 0;
    for (unsigned k = 0; k < 100000; k++) count += (unsigned)power(3, 7);
    printf("%u\n", count);
    return 0;
}
