/* k: 1 */
/* Both threads have an input of the same name. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    int i = heddle_int("i"), y = x;
    heddle_assert(!(i == 3 && y == 18));
    return unused;
}
static void *writer(void *unused) {
    x = heddle_int("i") + 1;
    return unused;
}
MAIN(reader, writer)
