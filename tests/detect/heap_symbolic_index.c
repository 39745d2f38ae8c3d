/* expect: memory @a "out of bounds" */
#include <heddle/heddle.h>
#include <stdlib.h>
int main(void) {
    int *p = calloc(8, sizeof *p);
    unsigned i = heddle_uint("i");
    heddle_assume(i <= 8);
    p[i] = 1; /*a*/
    free(p);
    return 0;
}
