/* expect: memory @a "out of bounds" */
#include <heddle/heddle.h>
#include <stdlib.h>
int main(void) {
    unsigned n = heddle_uint("n");
    heddle_assume(n >= 1 && n <= 4);
    char *p = malloc(n);
    p[2] = 'x'; /*a*/
    free(p);
    return 0;
}
