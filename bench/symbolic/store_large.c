/* Writes at two places of an array of 16 KiB, and reads at a third. */
#include <heddle/heddle.h>
static int array[4096];
int main(void) {
    unsigned i = heddle_uint("i"), j = heddle_uint("j"), k = heddle_uint("k");
    heddle_assume(i < 4096 && j < 4096 && k < 4096);
    array[i] = 1;
    array[j] = 2;
    heddle_assert(array[k] == 0 || k == i || k == j);
    return 0;
}
