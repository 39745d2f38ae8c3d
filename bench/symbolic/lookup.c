/* lookup.c — N symbolic bytes (4,000 unless given) that are read at symbolic places: a permutation
 * of four places that must have given values. No bug. */
#include <heddle/heddle.h>

#ifndef N
#define N 4000
#endif

int main(void) {
    unsigned char text[N];
    unsigned short at[4];
    heddle_symbolic(text, sizeof text, "text");
    heddle_symbolic(at, sizeof at, "at");
    int good = 0;
    for (int k = 0; k < 4; k++) heddle_assume(at[k] < N);
    for (int k = 0; k < 4; k++)
        if (text[at[k]] == 'a' + k) good++;
    if (good == 4)
        for (int k = 1; k < 4; k++) heddle_assert(at[k] != at[k - 1]);
    return good;
}
