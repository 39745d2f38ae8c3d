/* expect: assertion @wrong */
/* Copies and fills of a symbolic number of bytes: each byte has its new or its old contents by the number. */
#include <heddle/heddle.h>
#include <string.h>

int main(void) {
    unsigned char from[12], to[12], moved[12], down[12], set[12];
    unsigned n = heddle_uint("n"), value = heddle_uint("value");
    heddle_symbolic(from, sizeof from, "from");
    heddle_assume(n >= 2 && n <= 8);
    for (unsigned k = 0; k < 12; k++) to[k] = moved[k] = down[k] = set[k] = (unsigned char)(100 + k);
    memcpy(to, from, n);
    memmove(moved + 2, moved, n);
    memmove(down, down + 3, n);
    memset(set + 1, (int)value, n);
    for (unsigned k = 0; k < 12; k++) {
        heddle_assert(to[k] == (k < n ? from[k] : 100 + k));
        heddle_assert(moved[k] == (k >= 2 && k - 2 < n ? 98 + k : 100 + k));
        heddle_assert(down[k] == (k < n ? 103 + k : 100 + k));
        heddle_assert(set[k] == (k >= 1 && k - 1 < n ? (unsigned char)value : 100 + k));
    }
    heddle_assert(to[6] == 106 || n != 7 || from[6] != 33); /*wrong*/
    return 0;
}
