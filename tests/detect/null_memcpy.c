/* expect: memory @a "null pointer" */
#include <string.h>
int main(void) {
    char *to = 0, from[3] = "ab";
    memcpy(to, from, 3); /*a*/
    return 0;
}
