/* expect: arithmetic @a "addition" */
/* options: --checks=overflow */
#include <heddle/heddle.h>
int main(void) {
    int x = heddle_int("x");
    heddle_assume(x > 100);
    x++; /*a*/
    return x == 5;
}
