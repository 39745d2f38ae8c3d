/* k: 1 */
/* What was taken over once is the thread's own: further reads of it take nothing. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    int a = x, b = x, c = x;
    heddle_assert(a + b + c != 3);
    return unused;
}
static void *writer(void *unused) {
    x = 1;
    return unused;
}
MAIN(reader, writer)
