/* expect: arithmetic @a "signed integer overflow" */
/* options: --checks=overflow */
#include <heddle/heddle.h>
int main(void) {
    int x = heddle_int("x");
    return x + 1 > x; /*a*/
}
