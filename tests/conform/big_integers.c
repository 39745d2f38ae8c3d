/* Arbitrary-precision factorial, power and Fibonacci in decimal arrays. */
#include <stdio.h>
#include <string.h>

enum { LIMBS = 40, BASE = 1000000000 };
typedef struct { unsigned v[LIMBS]; int n; } big;
static big from(unsigned x) { big b = {{x}, 1}; return b; }
static void mul(big *b, unsigned k) {
    unsigned long long carry = 0;
    for (int i = 0; i < b->n; i++) { carry += (unsigned long long)b->v[i] * k; b->v[i] = (unsigned)(carry % BASE); carry /= BASE; }
    if (carry) b->v[b->n++] = (unsigned)carry;
}
static big add(big a, big b) {
    unsigned carry = 0;
    int n = a.n > b.n ? a.n : b.n;
    for (int i = 0; i < n; i++) { carry += a.v[i] + b.v[i]; a.v[i] = carry % BASE; carry /= BASE; }
    a.n = n;
    if (carry) a.v[a.n++] = carry;
    return a;
}
static void show(const big *b) { printf("%u", b->v[b->n - 1]); for (int i = b->n - 2; i >= 0; i--) printf("%09u", b->v[i]); printf("\n"); }

int main(void) {
    big f = from(1), p = from(1), x = from(0), y = from(1);
    for (unsigned i = 2; i <= 100; i++) mul(&f, i);
    for (int i = 0; i < 300; i++) mul(&p, 2);
    for (int i = 0; i < 200; i++) { big z = add(x, y); x = y; y = z; }
    show(&f);
    show(&p);
    show(&x);
    return f.n;
}
