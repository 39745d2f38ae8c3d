/* expect: uninitialised @read */
/* The bytes behind a copy of a symbolic number of bytes were never written. */
#include <heddle/heddle.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char from[16] = "0123456789abcde", to[16];
    unsigned n = heddle_uchar("n") & 15;
    memcpy(to, from, n);
    if (to[9] == 'z') puts("z"); /*read*/
    return 0;
}
