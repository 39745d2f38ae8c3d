/* bubble_sort.c — bubble sort of N symbolic integers (4 unless given); each order is a path. No
 * bug. */
#include <heddle/heddle.h>

#ifndef N
#define N 4
#endif

int main(void) {
    int a[N];
    heddle_symbolic(a, sizeof a, "a");
    for (int end = N - 1; end > 0; end--)
        for (int k = 0; k < end; k++)
            if (a[k] > a[k + 1]) {
                int t = a[k];
                a[k] = a[k + 1];
                a[k + 1] = t;
            }
    for (int k = 0; k + 1 < N; k++) heddle_assert(a[k] <= a[k + 1]);
    return 0;
}
