/* expect: safe */
#include <stdlib.h>
int main(void) {
    int *p = malloc(8);
    int x = p[1];
    free(p);
    return x - x;
}
