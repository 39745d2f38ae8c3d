/* expect: memory @b "double free: the block was freed before at" */
#include <stdlib.h>
int main(void) {
    char *p = malloc(5);
    free(p);
    free(p); /*b*/
    return 0;
}
