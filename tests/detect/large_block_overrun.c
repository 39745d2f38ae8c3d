/* expect: memory @a "0 bytes past the end of a heap block of 2000000000 bytes" */
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(2000000000);
    memset(p, 0, 2000000001); /*a*/
    return 0;
}
