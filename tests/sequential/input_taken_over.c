/* k: 1 */
/* What is taken over is an input of the other thread. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    int y = x;
    if (y > 100) heddle_assert(y != 12345);
    return unused;
}
static void *writer(void *unused) {
    x = heddle_int("value");
    return unused;
}
MAIN(reader, writer)
