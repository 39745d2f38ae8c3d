/* k: 0 */
/* What a thread does wrong by itself takes nothing of the other one. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    int y = heddle_int("y");
    heddle_assert(y + x != 5);
    return unused;
}
static void *writer(void *unused) {
    x = 3;
    return unused;
}
MAIN(reader, writer)
