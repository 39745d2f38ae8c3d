/* expect: safe */
#include <heddle/heddle.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const signed char *)a - *(const signed char *)b; }
int main(void) {
    signed char a[3];
    heddle_symbolic(a, sizeof a, "a");
    int sum = a[0] + a[1] + a[2];
    qsort(a, 3, 1, compare);
    heddle_assert(a[0] <= a[1] && a[1] <= a[2] && a[0] + a[1] + a[2] == sum);
    return 0;
}
