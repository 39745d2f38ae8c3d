/* expect: assertion @a "a[0] <= a[1]" */
#include <heddle/heddle.h>
#include <stdlib.h>
/* The difference does not fit. */
static int compare(const void *a, const void *b) {
    return (signed char)(*(const signed char *)a - *(const signed char *)b);
}
int main(void) {
    signed char a[2];
    heddle_symbolic(a, sizeof a, "a");
    qsort(a, 2, 1, compare);
    heddle_assert(a[0] <= a[1]); /*a*/
    return 0;
}
