/* expect: memory @a "invalid write of 4 bytes" */
#include <stdlib.h>
int main(void) {
    int *p = malloc(16);
    int i = -1;
    p[i] = 3; /*a*/
    free(p);
    return 0;
}
