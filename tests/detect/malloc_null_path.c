/* expect: memory @a "null pointer" */
/* More than can ever be had: null is returned. */
#include <stdlib.h>
int main(void) {
    char *p = malloc(1ull << 40);
    p[0] = 1; /*a*/
    return 0;
}
