/* expect: assertion @SQUARE; assertion @ROOT; assertion @WHOLE */
/* Each condition has solutions besides the one that the assertion allows. */
#include <heddle/heddle.h>
#include <math.h>
int main(void) {
    double x = heddle_double("x");
    int n = heddle_int("n");
    if (x * x == 2.25) heddle_assert(x > 0);                                       /* SQUARE */
    if (sqrt(x) > 3.0 && sqrt(x) < 3.5 && (int)x == 11) heddle_assert(x != 11.75); /* ROOT */
    if ((double)n * 0.5 == 3.5) heddle_assert(n != 7);                             /* WHOLE */
    return 0;
}
