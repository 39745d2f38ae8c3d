/* Compound assignment converts through the promoted type, on every kind of lvalue. */
#include <stdio.h>

struct s { unsigned char c; short h; float f; unsigned b : 4; };

int main(void) {
    struct s x = {250, -30000, 1.5f, 14}, *p = &x;
    p->c += 10;
    p->h -= 10000;
    p->f *= 3;
    p->b += 5;
    printf("%u %d %g %u\n", x.c, x.h, x.f, x.b);
    char c = 100;
    c *= 1.2;
    int i = 10;
    i /= 2.5;
    i <<= 2;
    i -= 'a' - 'A';
    double d = 7;
    d /= 2;
    d += i;
    unsigned char u = 200;
    u >>= 3;
    u ^= 0xff;
    long long l = -1;
    l &= 0xffffffffu;
    printf("%d %d %g %u %lld\n", c == 120, i, d, u, l);
    return u;
}
