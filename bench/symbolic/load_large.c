/* A byte of a table of 64 KiB at an index of 16 bits, twice. */
#include <heddle/heddle.h>
static unsigned char table[65536];
int main(void) {
    for (unsigned k = 0; k < sizeof table; k++) table[k] = (unsigned char)(k * 7 ^ k >> 8);
    unsigned short i = heddle_ushort("i"), j = heddle_ushort("j");
    if (table[i] == 77 && table[j] == 11) heddle_assert(i != j);
    return 0;
}
