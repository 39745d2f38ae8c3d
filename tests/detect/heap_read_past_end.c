/* expect: memory @a "invalid read of 1 byte: out of bounds" */
#include <stdlib.h>
int main(void) {
    char *p = malloc(3);
    p[0] = p[1] = p[2] = 1;
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += p[i]; /*a*/
    free(p);
    return sum;
}
