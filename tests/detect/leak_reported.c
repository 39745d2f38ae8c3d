/* expect: leak @a "8 bytes" */
/* options: --checks=leak */
#include <stdlib.h>
int main(void) {
    char *p = malloc(16), *q = malloc(8); /*a*/
    free(p);
    return q == NULL;
}
