/* Guo et al., Conc-iSE, figure 3: a bound of a comparison changes, and everything depends on it. */
#include <assert.h>
#include <heddle/heddle.h>
int main(void) {
    int x = heddle_int("x"), y = heddle_int("y"), a, b;
    if (VERSION == 1 ? x > 0 : x >= 0)
        a = x;
    else
        a = -x;
    if (y > 0)
        b = a + 1;
    else
        b = a + 2;
    assert(b != 0);
    return 0;
}
