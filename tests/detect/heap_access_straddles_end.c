/* expect: memory @a "invalid read of 4 bytes: out of bounds: 0 bytes past the end of a heap block of 6 bytes" */
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(6);
    memset(p, 0, 6);
    int *q = (int *)(p + 3);
    int v = *q; /*a*/
    free(p);
    return v;
}
