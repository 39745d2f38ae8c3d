/* k: 1 */
/* Of three threads one has run before the other two; so only one read is of another thread at work. */
/* bound: while two threads run, the others have run to their ends, each without a break, or not begun */
#include "pair.h"
#include <heddle/heddle.h>
static int x, y;
static void *reader(void *unused) {
    if (x) heddle_assert(!y);
    return unused;
}
static void *first(void *unused) {
    x = 1;
    return unused;
}
static void *second(void *unused) {
    y = 1;
    return unused;
}
MAIN(reader, first, second)
