/* Doubles, long doubles, structures and integers interleaved in one variable argument list. */
#include <stdarg.h>
#include <stdio.h>

struct pair { int a, b; };
struct wide { long v[3]; };
struct fp { double x; float y; };

static double mix(int n, ...) {
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    double total = 0;
    for (int i = 0; i < n; i++) {
        total += va_arg(ap, int);
        total += va_arg(ap, double);
        struct pair p = va_arg(ap, struct pair);
        total += p.a * p.b;
        struct wide w = va_arg(ap, struct wide);
        total += w.v[0] + w.v[2];
        total += (double)va_arg(ap, long double);
        struct fp f = va_arg(ap, struct fp);
        total += f.x - f.y;
    }
    va_end(ap);
    total += va_arg(copy, int) * 1000;
    va_end(copy);
    return total;
}

int main(void) {
    struct pair p = {3, 4};
    struct wide w = {{10, 20, 30}};
    struct fp f = {2.5, 0.5f};
    printf("%g\n", mix(1, 1, 0.5, p, w, 1.25L, f));
    printf("%g\n", mix(3, 1, 0.5, p, w, 1.25L, f, 2, 1.5, p, w, 2.25L, f, 3, 2.5, p, w, 3.25L, f));
    return 0;
}
