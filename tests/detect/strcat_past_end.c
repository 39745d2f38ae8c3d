/* expect: memory @a "out of bounds" */
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(10);
    strcpy(p, "hello");
    strcat(p, "world"); /*a*/
    free(p);
    return 0;
}
