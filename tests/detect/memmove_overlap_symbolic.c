/* expect: safe */
#include <heddle/heddle.h>
#include <string.h>
int main(void) {
    unsigned char a[6], b[6];
    heddle_symbolic(a, sizeof a, "a");
    memcpy(b, a, 6);
    memmove(a + 1, a, 5);
    for (int i = 1; i < 6; i++) heddle_assert(a[i] == b[i - 1]);
    return 0;
}
