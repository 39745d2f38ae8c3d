/* expect: safe */
/* Numbers of bytes that the path bounds, also by zero, into memory that was never written. */
#include <heddle/heddle.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char from[40], to[40];
    unsigned n = heddle_uchar("n"), m = heddle_uchar("m");
    heddle_symbolic(from, sizeof from, "from");
    char *block = malloc(n % 16 + 1);
    if (!block) return 1;
    memset(block, 'x', n % 16 + 1);
    heddle_assert(block[n % 16] == 'x');
    if (m > 40) m = 40;
    memcpy(to, from, m);
    if (m > 10 && from[10] == 5) heddle_assert(to[10] == 5);
    free(block);
    return 0;
}
