/* expect: memory @a "invalid" */
#include <string.h>
static char text[16] = "0123456789";
int main(void) {
    int left = 3, used = 4;
    memmove(text, text + 1, (size_t)(left - used)); /*a*/
    return 0;
}
