/* expect: arithmetic @a "subtraction"; arithmetic @b "subtraction"; arithmetic @b "subtraction" */
/* options: --checks=overflow */
#include <heddle/heddle.h>
int main(void) {
    int x = heddle_int("x");
    int y = -x - 10;   /*b*/
    return 0 - y == 3; /*a*/
}
