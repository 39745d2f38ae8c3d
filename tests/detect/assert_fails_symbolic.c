/* expect: assertion @a "x * x != 49" */
#include <assert.h>
#include <heddle/heddle.h>
int main(void) {
    unsigned char c = heddle_uchar("c");
    int x = c;
    assert(x * x != 49); /*a*/
    return 0;
}
