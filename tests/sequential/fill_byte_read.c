/* k: 1 */
/* One byte in the middle of what the other thread filled. */
#include "pair.h"
#include <heddle/heddle.h>
#include <string.h>
static char x[8];
static void *reader(void *unused) {
    heddle_assert(x[4] != 5);
    return unused;
}
static void *writer(void *unused) {
    memset(x, 5, sizeof x);
    return unused;
}
MAIN(reader, writer)
