/* expect: incomplete */
/* incomplete: floating-point */
/* Arithmetic of long double has no symbolic form. */
#include <heddle/heddle.h>
int main(void) {
    int n = heddle_int("n");
    long double d = n;
    return d * 2.0L > 7.5L;
}
