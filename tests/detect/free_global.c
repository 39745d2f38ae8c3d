/* expect: memory @a "invalid free: byte 0 of the global `x`" */
#include <stdlib.h>
static int x;
int main(void) {
    int *p = &x;
    free(p); /*a*/
    return 0;
}
