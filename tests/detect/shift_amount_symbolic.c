/* expect: safe */
#include <heddle/heddle.h>
int main(void) {
    unsigned n = heddle_uint("n"), s = heddle_uint("s") & 31;
    heddle_assert((n << s) >> s == (n & (0xffffffffu >> s)));
    return 0;
}
