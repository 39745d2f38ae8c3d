/* Bit-fields: packing, sign extension, truncation, assignment value. */
#include <stdio.h>
#include <string.h>

struct flags {
    unsigned a : 3;
    signed b : 5;
    unsigned c : 1;
    unsigned : 0;
    unsigned long d : 40;
    signed e : 7;
    _Bool f : 1;
};

int main(void) {
    struct flags x;
    memset(&x, 0, sizeof x);
    x.a = 13;
    x.b = 17;
    x.c = 3;
    x.d = 0x123456789abcdeul;
    x.e = -1;
    x.f = 8;
    printf("%u %d %u %lx %d %d\n", x.a, x.b, x.c, (unsigned long)x.d, x.e, x.f);
    x.b--;
    x.e += 3;
    x.a = x.a + 5;
    x.d >>= 4;
    printf("%u %d %lx %d\n", x.a, x.b, (unsigned long)x.d, x.e);
    printf("%d %d\n", (x.a = 15), (x.b = 31));
    printf("%zu\n", sizeof x);
    struct flags y = x;
    y.e ^= x.e;
    printf("%d %u\n", y.e, y.a);
    return x.a;
}
