/* expect: assertion @ROOT; assertion @QUOTIENT */
/* Quotients and roots of inputs that are known in part. */
#include <heddle/heddle.h>
#include <math.h>
int main(void) {
    double x = heddle_double("x"), y = heddle_double("y");
    if (sqrt(x) == 1.25) heddle_assert(x == 1.5625); /* ROOT: its neighbours have the same root */
    if (sqrt(x) == 1.5) heddle_assert(x == 2.25);
    if (x / y > 3.0 && x / y < 3.5 && y > 1.0 && y < 2.0) heddle_assert(x != 4.0); /* QUOTIENT */
    if (x / 3.0 == y && y == 7.0) heddle_assert(x == 21.0);
    return 0;
}
