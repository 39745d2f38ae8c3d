/* expect: memory @a "read-only" */
#include <string.h>
int main(void) {
    char *s = "abc";
    strcpy(s, "x"); /*a*/
    return 0;
}
