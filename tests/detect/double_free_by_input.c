/* expect: memory @b "double free" */
#include <heddle/heddle.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(5);
    int n = heddle_int("n");
    if (n & 1) free(p);
    if (n > 100) free(p); /*b*/
    return 0;
}
