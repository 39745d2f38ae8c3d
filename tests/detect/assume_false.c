/* expect: safe */
#include <heddle/heddle.h>
int main(void) {
    int n = heddle_int("n");
    heddle_assume(n > 3);
    heddle_assume(n < 2);
    heddle_assert(0);
    return 0;
}
