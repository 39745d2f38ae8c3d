/* k: 1 */
/* Which function is called is up to the other thread. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void up(void) { x++; }
static void down(void) { x--; }
static void (*volatile change)(void) = up;
static void *reader(void *unused) {
    change();
    heddle_assert(x == 1);
    return unused;
}
static void *writer(void *unused) {
    change = down;
    return unused;
}
MAIN(reader, writer)
