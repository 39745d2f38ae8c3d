/* frexp, ldexp, modf, nextafter, ilogb and scalbn, at ordinary, tiny and huge values. */
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {1, -0.75, 1024.5, 1e-310, DBL_MAX, DBL_MIN, 0, -3.999};
    for (int i = 0; i < 8; i++) {
        int e = 0;
        double whole, m = frexp(v[i], &e), part = modf(v[i], &whole);
        printf("%a %d %d | %g %g\n", m, e, ldexp(m, e) == v[i], whole, part);
    }
    printf("%d %d %d\n", nextafter(1, 2) - 1 == DBL_EPSILON, nextafter(1, 0) == 1 - DBL_EPSILON / 2, nextafter(0, 1) > 0);
    printf("%a %a %a\n", nextafter(DBL_MAX, INFINITY), nextafter(0, -1), (double)nextafterf(2, 3));
    printf("%d %d %g\n", ilogb(1025), ilogb(0.1), logb(0.3));
    printf("%g %g %g\n", scalbn(3, 4), scalbn(1, -1074), ldexp(1, 2000));
    int steps = 0;
    for (double x = 1; x != 1 + 20 * DBL_EPSILON; x = nextafter(x, 2)) steps++;
    return steps;
}
