/* counting.c — a loop that counts up to a symbolic number below N (2,000 unless given): each round
 * adds one comparison of the number with a constant. No bug. */
#include <heddle/heddle.h>

#ifndef N
#define N 2000
#endif

int main(void) {
    int n, k = 0;
    heddle_symbolic(&n, sizeof n, "n");
    heddle_assume(n < N);
    while (k < n) k++;
    heddle_assert(k >= 0 && k < N);
    return 0;
}
