/* expect: memory @a "use after free" */
/* The block is not handed out again at once. */
#include <stdlib.h>
int main(void) {
    int *p = malloc(32);
    free(p);
    int *q = malloc(32);
    p[1] = 5; /*a*/
    free(q);
    return 0;
}
