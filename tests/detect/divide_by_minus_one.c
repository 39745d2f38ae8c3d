/* expect: arithmetic @a "division overflows"; arithmetic @b "division overflows" */
/* A divisor that is known: the quotient of the smallest number and -1 is still none. */
#include <heddle/heddle.h>
int main(void) {
    int x = heddle_int("x");
    volatile int r;
    if (heddle_bool("w"))
        r = x / -1; /*a*/
    else
        r = x % -1; /*b*/
    return r & 0;
}
