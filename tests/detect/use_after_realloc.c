/* expect: memory @a "use after free" */
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    int *q = realloc(p, 8);
    *p = 1; /*a*/
    free(q);
    return 0;
}
