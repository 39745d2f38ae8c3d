/* k: 1 */
/* Each thread has a copy of its own, which the other one does not change; x is what was taken from it. */
#include "pair.h"
#include <heddle/heddle.h>
static _Thread_local int own = 5;
static int x;
static void *reader(void *unused) {
    int y = x;
    own++;
    heddle_assert(own == 6);
    heddle_assert(y != 6);
    return unused;
}
static void *writer(void *unused) {
    own++;
    x = own;
    return unused;
}
MAIN(reader, writer)
