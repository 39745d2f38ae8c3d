/* Unions passed and returned by value. */
#include <stdint.h>
#include <stdio.h>

union small { int i; float f; };
union wide { double d[4]; char c[32]; };
union mixed { long l; double d; struct { int lo, hi; } p; };
static union small neg(union small s) { s.i ^= (int)0x80000000; return s; }
static union wide rev(union wide w) { for (int i = 0; i < 2; i++) { double t = w.d[i]; w.d[i] = w.d[3 - i]; w.d[3 - i] = t; } return w; }
static union mixed next(union mixed m, int k) { m.p.lo += k; return m; }

int main(void) {
    union small s = {.f = 2.5f};
    printf("%g\n", neg(s).f);
    union wide w = {.d = {1, 2, 3, 4}};
    w = rev(w);
    printf("%g %g %d\n", w.d[0], w.d[3], w.c[7]);
    union mixed m = {.d = 1.0};
    printf("%.17g %x\n", next(m, 1).d, (unsigned)next(m, 5).p.hi);
    return next((union mixed){.l = 40}, 2).p.lo;
}
