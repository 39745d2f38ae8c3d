/* expect: memory @a "use after free: byte 1000000000" */
#include <stdlib.h>
int main(void) {
    char *p = malloc(2000000000);
    free(p);
    p[1000000000] = 1; /*a*/
    return 0;
}
