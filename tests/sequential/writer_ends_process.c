/* k: 1 */
/* The other thread ends the process, but not before the failure. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
static int x;
static void *reader(void *unused) {
    heddle_assert(!x);
    return unused;
}
static void *writer(void *unused) {
    x = 1;
    exit(0);
}
MAIN(reader, writer)
