/* expect: assertion @a "to[1]" */
#include <heddle/heddle.h>
#include <string.h>
int main(void) {
    unsigned short from[3], to[3] = {0};
    heddle_symbolic(from, sizeof from, "from");
    memcpy((char *)to + 1, (char *)from + 1, 4);
    heddle_assert(to[1] != 0xabcd); /*a*/
    return 0;
}
