/* Reading a union through another member reinterprets the bytes. */
#include <stdio.h>
#include <stdint.h>

union number { float f; uint32_t u; uint8_t b[4]; double d; uint64_t q; };

int main(void) {
    union number n = {.q = 0};
    n.f = 1.5f;
    printf("%08x\n", n.u);
    n.u = 0x40490fdb;
    printf("%.6f %02x %02x\n", n.f, n.b[0], n.b[3]);
    n.d = -2.25;
    printf("%016llx\n", (unsigned long long)n.q);
    n.b[0] = 0xff;
    printf("%016llx %.17g\n", (unsigned long long)n.q, n.d);
    n.q = 0x7ff0000000000000ull;
    printf("%f\n", n.d);
    return 0;
}
