/* expect: safe */
/* options: --checks=overflow */
#include <heddle/heddle.h>
int main(void) {
    unsigned x = heddle_uint("x"), y = heddle_uint("y");
    unsigned char c = (unsigned char)x;
    c++;
    return x * y + 7 - x == c;
}
