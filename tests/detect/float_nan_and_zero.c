/* expect: assertion @NAN; assertion @ZERO; assertion @SIGN */
/* NaN differs from itself, and there are two zeros. */
#include <heddle/heddle.h>
#include <math.h>
#include <string.h>
int main(void) {
    float f = heddle_float("f"), g = heddle_float("g");
    double d = heddle_double("d");
    heddle_assert(f == f);                  /* NAN */
    if (g == 0) heddle_assert(!signbit(g)); /* ZERO */
    /* An invalid operation gives the negative NaN. */
    if (isinf(d)) {
        double x = d - d;
        long bits;
        memcpy(&bits, &x, sizeof bits);
        heddle_assert(bits > 0); /* SIGN */
    }
    return 0;
}
