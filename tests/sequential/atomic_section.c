/* k: none */
/* What is in an atomic section happens at once, though there is no lock on the other side. */
#include "pair.h"
#include <heddle/heddle.h>
static int x, y;
static void *reader(void *unused) {
    heddle_atomic_begin();
    int a = x, b = y;
    heddle_atomic_end();
    heddle_assert(a == b);
    return unused;
}
static void *writer(void *unused) {
    heddle_atomic_begin();
    x = 1;
    y = 1;
    heddle_atomic_end();
    return unused;
}
MAIN(reader, writer)
