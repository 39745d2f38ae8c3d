/* expect: memory @a "out of bounds: 0 bytes past the end of a heap block of 16 bytes" */
#include <stdlib.h>
int main(void) {
    int *p = malloc(4 * sizeof *p);
    for (int i = 0; i <= 4; i++) p[i] = i; /*a*/
    free(p);
    return 0;
}
