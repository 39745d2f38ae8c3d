/* Loop counters of every narrow type wrap where C says so. */
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int n = 0;
    for (uint8_t i = 250; i != 5; i++) n += i;
    printf("%d\n", n);
    for (int8_t i = 120; i > 0; i = (int8_t)(i + 3)) n++;
    printf("%d\n", n);
    uint16_t w = 65000;
    do { w += 77; n++; } while (w > 77);
    printf("%d %u\n", n, w);
    unsigned u = 3;
    while (u-- > 0) n += (int)u;
    printf("%d %u\n", n, u);
    return n & 127;
}
