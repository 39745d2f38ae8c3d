/* expect: memory @a "invalid free" */
#include <stdlib.h>
int main(void) {
    int local = 3;
    int *p = &local;
    free(p); /*a*/
    return local;
}
