/* expect: memory @a "read-only" */
#include <heddle/heddle.h>
int main(void) {
    char *s = "abcdef";
    unsigned i = heddle_uint("i");
    heddle_assume(i < 6);
    s[i] = 0; /*a*/
    return 0;
}
