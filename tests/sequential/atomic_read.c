/* k: 1 */
/* The first read is in an atomic section of its own. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    heddle_atomic_begin();
    int before = x;
    heddle_atomic_end();
    heddle_assert(before == x);
    return unused;
}
static void *writer(void *unused) {
    x = 3;
    return unused;
}
MAIN(reader, writer)
