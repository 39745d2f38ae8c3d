/* expect: safe */
#include <heddle/heddle.h>
#include <stdlib.h>
int main(void) {
    int *p = calloc(8, sizeof *p);
    unsigned i = heddle_uint("i");
    heddle_assume(i < 8);
    p[i] = 1;
    int sum = 0;
    for (int k = 0; k < 8; k++) sum += p[k];
    heddle_assert(sum == 1);
    free(p);
    return 0;
}
