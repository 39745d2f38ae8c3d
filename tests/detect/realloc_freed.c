/* expect: memory @a "not the address of a live heap block" */
#include <stdlib.h>
int main(void) {
    char *p = malloc(5);
    free(p);
    p = realloc(p, 10); /*a*/
    return p != NULL;
}
