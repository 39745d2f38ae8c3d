/* Integer constant expressions: array sizes, case labels, enumerators, bit-field widths, static assertions. */
#include <stdio.h>

#define KIB(n) ((n) << 10)
enum { SIZE = sizeof(int) * 3 + 4, MASK = ~0u >> 28, NEG = -7 / 2, TERN = SIZE > 10 ? 'y' : 'n' };
static char buffer[SIZE % 7 + 1];
struct w { unsigned f : (MASK & 7); };
_Static_assert(KIB(2) == 2048, "shift");
static const unsigned long big = 1ul << 63 | 0xffffffffffffffff / 3;
static double ratio = 22 / 7 + 22.0 / 7;

int main(void) {
    struct w w = {(unsigned)-1};
    printf("%d %d %d %c %zu %u %lx %.6f\n", SIZE, MASK, NEG, TERN, sizeof buffer, w.f, big, ratio);
    switch (SIZE) { case sizeof(long) + 8: puts("sixteen"); break; case 3 + 4: puts("seven"); }
    printf("%d %d %d\n", 010 + 0x10 + 0b10, '\x41' + '\101', (int)3.99e1 % 7);
    return sizeof(char[KIB(1) / 8]);
}
