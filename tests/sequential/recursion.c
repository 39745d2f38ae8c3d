/* k: 1 */
/* One of many reads, at different depths. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static int factorial(int n) {
    const int *p = &x;
    return n ? n * factorial(n - 1) + (*p == 7) : 1;
}
static void *reader(void *unused) {
    heddle_assert(factorial(4) == 24);
    return unused;
}
static void *writer(void *unused) {
    x = 7;
    return unused;
}
MAIN(reader, writer)
