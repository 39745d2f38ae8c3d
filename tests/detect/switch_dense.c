/* expect: safe */
#include <heddle/heddle.h>
static int f(unsigned char c) {
    switch (c) {
    case 0: return 1;
    case 1: return 2;
    case 2: return 4;
    case 3: return 8;
    case 4: return 16;
    default: return 1 << (c & 7);
    }
}
int main(void) {
    unsigned char c = heddle_uchar("c");
    heddle_assert(f(c) == 1 << (c & 7));
    return 0;
}
