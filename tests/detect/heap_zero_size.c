/* expect: memory @a "out of bounds" */
#include <stdlib.h>
int main(void) {
    char *p = malloc(0);
    if (p) p[0] = 1; /*a*/
    free(p);
    return 0;
}
