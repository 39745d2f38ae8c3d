/* A function out of a table of 32, which has four different ones. */
#include <heddle/heddle.h>
static int add(int x) { return x + 1; }
static int twice(int x) { return x * 2; }
static int negate(int x) { return -x; }
static int same(int x) { return x; }
static int (*const table[32])(int) = {add, twice, negate, same, add, twice, negate, same,
                                      add, twice, negate, same, add, twice, negate, same,
                                      add, twice, negate, same, add, twice, negate, same,
                                      add, twice, negate, same, add, twice, negate, same};
int main(void) {
    unsigned i = heddle_uint("i"), j = heddle_uint("j");
    heddle_assume(i < 32 && j < 32);
    heddle_assert(table[i](table[j](3)) < 13);
    return 0;
}
