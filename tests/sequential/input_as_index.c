/* k: 1 */
/* Where it reads is an input. */
#include "pair.h"
#include <heddle/heddle.h>
static int table[4];
static void *reader(void *unused) {
    heddle_assert(table[heddle_range(0, 4, "at")] != 7);
    return unused;
}
static void *writer(void *unused) {
    table[2] = 7;
    return unused;
}
MAIN(reader, writer)
