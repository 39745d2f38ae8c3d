/* expect: incomplete */
/* incomplete: floating-point */
#include <heddle/heddle.h>
int main(void) {
    int n = heddle_int("n");
    double d = n;
    return d * 2.0 > 7.5;
}
