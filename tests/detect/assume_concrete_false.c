/* expect: safe */
#include <heddle/heddle.h>
static int zero;
int main(void) {
    heddle_assume(zero);
    heddle_assert(0);
    return 0;
}
