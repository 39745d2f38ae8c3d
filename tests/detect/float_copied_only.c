/* expect: safe */
#include <heddle/heddle.h>
#include <string.h>
int main(void) {
    double d = heddle_double("d"), e = d;
    unsigned long a, b;
    memcpy(&a, &d, 8);
    memcpy(&b, &e, 8);
    heddle_assert(a == b);
    return 0;
}
