/* expect: assertion @a "u.b[2]" */
#include <assert.h>
#include <heddle/heddle.h>
union pun {
    unsigned word;
    unsigned char b[4];
    unsigned short half[2];
};
int main(void) {
    union pun u;
    u.word = heddle_uint("word");
    assert((u.half[1] & 255) == u.b[2]);
    assert(u.b[2] != 0x7f || u.b[0] != 1); /*a*/
    return 0;
}
