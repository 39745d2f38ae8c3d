/* expect: unreachable @a "unreachable" */
#include <heddle/heddle.h>
static int kind(int n) {
    switch (n & 3) {
    case 0: return 10;
    case 1: return 20;
    case 2: return 30;
    default: __builtin_unreachable(); /*a*/
    }
}
int main(void) { return kind(heddle_int("n")) == 0; }
