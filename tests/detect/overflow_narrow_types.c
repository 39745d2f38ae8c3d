/* expect: safe */
/* options: --checks=overflow */
#include <heddle/heddle.h>
int main(void) {
    signed char a = heddle_schar("a"), b = heddle_schar("b");
    int product = a * b, sum = a + b;
    return product == 100 && sum == 20;
}
