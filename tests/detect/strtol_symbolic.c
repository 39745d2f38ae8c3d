/* expect: assertion @a "!= -0xf" */
#include <assert.h>
#include <heddle/heddle.h>
#include <stdlib.h>
int main(void) {
    char text[4];
    heddle_symbolic(text, sizeof text, "text");
    text[3] = 0;
    char *end;
    long n = strtol(text, &end, 16);
    assert(end != text + 3 || n != -0xf); /*a*/
    return 0;
}
