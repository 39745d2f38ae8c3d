/* A copy of up to 64 bytes, by a length that is an input. */
#include <heddle/heddle.h>
#include <string.h>
int main(void) {
    char from[64], to[65] = {0};
    heddle_symbolic(from, sizeof from, "from");
    unsigned n = heddle_uint("n");
    heddle_assume(n <= 64);
    memcpy(to, from, n);
    heddle_assert(to[n] == 0);
    return 0;
}
