/* expect: memory @a "out of bounds" */
#include <heddle/heddle.h>
static const unsigned char table[16] = {1, 2, 3};
int main(void) {
    unsigned char i = heddle_uchar("i");
    heddle_assume(i <= 16);
    return table[i]; /*a*/
}
