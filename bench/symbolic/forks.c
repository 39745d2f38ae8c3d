/* forks.c — N independent tests (12 unless given) of single bits: 2^N paths. No bug. */
#include <heddle/heddle.h>

#ifndef N
#define N 12
#endif

int main(void) {
    unsigned word;
    int ones = 0, place[N];
    heddle_symbolic(&word, sizeof word, "word");
    for (int k = 0; k < N; k++)
        if (word >> k & 1) place[ones++] = k;
    for (int k = 0; k < ones; k++) heddle_assert(place[k] >= k);
    return 0;
}
