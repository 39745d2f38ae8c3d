/* k: none */
/* The writes are seen in their order only. */
#include "pair.h"
#include <heddle/heddle.h>
static int x, y;
static void *reader(void *unused) {
    int b = y, a = x;
    heddle_assert(a >= b);
    return unused;
}
static void *writer(void *unused) {
    x = 1;
    y = 1;
    x = 2;
    y = 2;
    return unused;
}
MAIN(reader, writer)
