/* expect: memory @a "invalid free: byte 1 of a heap block" */
#include <stdlib.h>
int main(void) {
    char *p = malloc(5);
    p++;
    free(p); /*a*/
    return 0;
}
