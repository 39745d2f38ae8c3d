/* k: 1 */
/* Two threads have the same start routine; what either writes is wrong for the third one. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    heddle_assert(x < 2);
    return unused;
}
static void *writer(void *unused) {
    x = x + 2;
    return unused;
}
MAIN(reader, writer, writer)
