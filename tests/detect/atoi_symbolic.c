/* expect: assertion @a "!= 427" */
#include <assert.h>
#include <heddle/heddle.h>
#include <stdlib.h>
int main(void) {
    char text[4];
    heddle_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 3; i++) heddle_assume(text[i] >= '0' && text[i] <= '9');
    text[3] = 0;
    assert(atoi(text) != 427); /*a*/
    return 0;
}
