/* k: none */
/* This takes two other threads at work: not looked for. */
/* bound: while two threads run, the others have run to their ends, each without a break, or not begun */
#include "pair.h"
#include <heddle/heddle.h>
static int x, y;
static void *reader(void *unused) {
    int a = x, b = y;
    if (!a && !b) heddle_assert(!(x && y));
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
