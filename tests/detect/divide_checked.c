/* expect: safe */
#include <heddle/heddle.h>
int main(void) {
    int a = heddle_int("a"), b = heddle_int("b");
    if (b == 0 || b == -1) return 0;
    return a / b == 3;
}
