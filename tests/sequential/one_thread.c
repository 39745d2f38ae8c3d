/* k: none */
/* incomplete: main creates fewer than two threads */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    heddle_assert(!x);
    return unused;
}
MAIN(reader)
