/* GNU statement expressions, typeof, nested functions avoided, min and max macros evaluated once. */
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) do { __typeof__(a) _t = (a); (a) = (b); (b) = _t; } while (0)
static int calls;
static int f(int x) { calls++; return x; }

int main(void) {
    int m = MAX(f(3), f(5));
    double d = MAX(2.5, f(2));
    printf("%d %g %d\n", m, d, calls);
    struct { int a; char b; } x = {1, 'x'}, y = {2, 'y'};
    SWAP(x, y);
    __typeof__(x) *p = &y;
    printf("%d %c %c\n", x.a, x.b, p->b);
    int total = ({ int s = 0; for (int i = 0; i < 5; i++) s += i; s; });
    int r = total > 5 ? ({ if (total > 8) total = 100; total + 1; }) : 0;
    printf("%d %d\n", total, r);
    return r;
}
