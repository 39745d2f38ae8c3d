/* expect: assertion @a "f.c != 5" */
#include <assert.h>
#include <heddle/heddle.h>
struct fields {
    unsigned a : 3, b : 13;
    int c : 4;
    unsigned d : 12;
};
int main(void) {
    struct fields f = {0};
    unsigned n = heddle_uint("n");
    f.a = n;
    f.b = n >> 3;
    f.c = (int)(n >> 16);
    f.d = n >> 20;
    assert(f.a == (n & 7) && f.b == (n >> 3 & 0x1fff) && f.d == n >> 20);
    assert(f.c != 5 || f.d != 9); /*a*/
    return 0;
}
