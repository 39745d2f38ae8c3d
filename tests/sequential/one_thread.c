/* k: none */
/* Main is the other one. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    heddle_assert(!x);
    return unused;
}
MAIN(reader)
