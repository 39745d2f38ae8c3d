/* k: none */
/* The other thread goes no further than its assumption. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    heddle_assert(x != 3);
    return unused;
}
static void *writer(void *unused) {
    heddle_assume(0);
    x = 3;
    return unused;
}
MAIN(reader, writer)
