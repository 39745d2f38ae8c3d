/* expect: safe */
#include <heddle/heddle.h>
#include <stdlib.h>
int main(void) {
    unsigned n = heddle_uint("n");
    heddle_assume(n >= 1 && n <= 140);
    char *p = malloc(n);
    p[n - 1] = 1;
    free(p);
    return 0;
}
