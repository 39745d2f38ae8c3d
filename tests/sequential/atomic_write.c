/* k: 1 */
/* The write is in an atomic section of its own. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    heddle_assert(!x);
    return unused;
}
static void *writer(void *unused) {
    heddle_atomic_begin();
    x = 3;
    heddle_atomic_end();
    return unused;
}
MAIN(reader, writer)
