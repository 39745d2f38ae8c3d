/* expect: safe */
/* options: --checks=overflow */
#include <heddle/heddle.h>
int main(void) {
    long a = heddle_int("a"), b = heddle_int("b");
    return a + b == 7 && a - b == 1;
}
