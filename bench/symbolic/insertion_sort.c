/* insertion_sort.c — sorts N symbolic integers (6 unless given): N! paths, each asked whether it is
 * sorted. */
#include <heddle/heddle.h>

#ifndef N
#define N 6
#endif

int main(void) {
    int a[N];
    heddle_symbolic(a, sizeof a, "a");
    for (int i = 1; i < N; i++) {
        int x = a[i], j = i;
        for (; j > 0 && a[j - 1] > x; j--) a[j] = a[j - 1];
        a[j] = x;
    }
    for (int i = 1; i < N; i++) heddle_assert(a[i - 1] <= a[i]);
    return 0;
}
