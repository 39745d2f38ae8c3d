/* expect: memory @a "use after free" */
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return *p; /*a*/
}
