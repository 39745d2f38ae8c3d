/* qsort of four integers. */
#include <heddle/heddle.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void) {
    int a[4];
    heddle_symbolic(a, sizeof a, "a");
    qsort(a, 4, sizeof *a, compare);
    heddle_assert(a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3]);
    return 0;
}
