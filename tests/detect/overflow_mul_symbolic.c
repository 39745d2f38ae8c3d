/* expect: arithmetic @a "multiplication" */
/* options: --checks=overflow */
#include <heddle/heddle.h>
int main(void) {
    int x = heddle_int("x");
    heddle_assume(x >= 0 && x < 50000);
    return x * x == 49; /*a*/
}
