/* expect: memory @behind "invalid write of 9 bytes"; assertion @seven */
/* A copy may be longer than its target; what fits is copied. */
#include <heddle/heddle.h>
#include <string.h>

static char to[8];

int main(void) {
    char from[64] = "0123456789abcdef";
    unsigned n = heddle_uchar("n");
    memcpy(to, from, n);         /*behind*/
    heddle_assert(to[6] != '6'); /*seven*/
    return 0;
}
