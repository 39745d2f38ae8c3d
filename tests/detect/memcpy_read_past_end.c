/* expect: memory @a "invalid read of 32 bytes" */
#include <string.h>
static char from[24];
int main(void) {
    char to[32];
    memcpy(to, from, sizeof to); /*a*/
    return to[0];
}
