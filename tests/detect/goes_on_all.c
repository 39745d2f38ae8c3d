/* expect: memory @a "past the end"; memory @b "past the end"; memory @c "null pointer"; assertion @d */
/* options: --keep-going=all */
/* assumption: behind an invalid read: the value may be any */
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    int *q = NULL;
    p[4] = 1;       /*a*/
    char c = p[5];  /*b*/
    *q = 3;         /*c*/
    assert(c != 7); /*d*/
    return 0;
}
