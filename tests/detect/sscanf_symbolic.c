/* expect: assertion @a "a + b != 12" */
#include <assert.h>
#include <heddle/heddle.h>
#include <stdio.h>
int main(void) {
    char text[4] = "1,2";
    text[0] = heddle_char("first");
    text[2] = heddle_char("second");
    heddle_assume(text[0] >= '0' && text[0] <= '9' && text[2] >= '0' && text[2] <= '9');
    int a, b;
    if (sscanf(text, "%d,%d", &a, &b) != 2) return 1;
    assert(a + b != 12); /*a*/
    return 0;
}
