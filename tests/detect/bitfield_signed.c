/* expect: safe */
#include <heddle/heddle.h>
struct fields {
    int c : 4;
};
int main(void) {
    struct fields f;
    f.c = heddle_int("n") & 15;
    heddle_assert(f.c >= -8 && f.c <= 7);
    return 0;
}
