/* expect: memory @a "out of bounds" */
#include <heddle/heddle.h>
static int zero(void) { return 0; }
static int one(void) { return 1; }
static int (*const table[])(void) = {zero, one};
int main(void) {
    unsigned i = heddle_uint("i");
    heddle_assume(i <= 2);
    return table[i](); /*a*/
}
