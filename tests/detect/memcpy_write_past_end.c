/* expect: memory @a "invalid write of 20 bytes" */
#include <stdlib.h>
#include <string.h>
int main(void) {
    char from[20] = "nineteen characters";
    char *to = malloc(19);
    memcpy(to, from, sizeof from); /*a*/
    free(to);
    return 0;
}
