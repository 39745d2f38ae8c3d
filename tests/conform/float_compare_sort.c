/* Ordering of doubles with signs, zeros and infinities through qsort. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void) {
    double v[] = {3.5, -1, INFINITY, 0, -INFINITY, 1e-300, -1e300, 2, 3.25, -0.125, 1e300};
    int n = sizeof v / sizeof *v;
    qsort(v, n, sizeof *v, by_value);
    for (int i = 0; i < n; i++) printf("%g ", v[i]);
    printf("\n%d %d %d\n", isgreater(1.0, 2.0), islessequal(2.0, 2.0), isunordered(NAN, 1.0));
    printf("%g %g\n", fmax(NAN, 3), fmin(-2, 7));
    return 0;
}
