/* table.c — a table of 256 bytes with WRITES writes (3 unless given) at symbolic indices, then
 * assertions about what is read at them. No bug. */
#include <heddle/heddle.h>

#ifndef WRITES
#define WRITES 3
#endif

static unsigned char table[256];

int main(void) {
    unsigned char at[WRITES], value[WRITES];
    heddle_symbolic(at, sizeof at, "at");
    heddle_symbolic(value, sizeof value, "value");
    for (int k = 0; k < 256; k++) table[k] = (unsigned char)(k * 7);
    for (int k = 0; k < WRITES; k++) table[at[k]] = value[k];
    /* The last write counts; an earlier one where no later one has its index. */
    heddle_assert(table[at[WRITES - 1]] == value[WRITES - 1]);
    for (int k = 0; k < WRITES - 1; k++) {
        int again = 0;
        for (int j = k + 1; j < WRITES; j++) again |= at[j] == at[k];
        heddle_assert(again || table[at[k]] == value[k]);
    }
    unsigned char other = (unsigned char)(at[0] + 1);
    int written = 0;
    for (int k = 0; k < WRITES; k++) written |= at[k] == other;
    if (!written) heddle_assert(table[other] == (unsigned char)(other * 7));
    return 0;
}
