/* expect: safe */
/* assumption: rounded to nearest */
/* A rounding mode that cannot be had is refused, so that a program knows, and the verdict says so. */
#include <assert.h>
#include <fenv.h>

int main(void) {
    volatile double a = 1, b = 3;
    double n = a / b;
    int failed = fesetround(FE_UPWARD);
    double u = a / b;
    assert(failed || u == n);
    assert(failed && fegetround() == FE_TONEAREST);
    assert(!fesetround(FE_TONEAREST));
    return 0;
}
