/* k: 1 */
/* The last word of a block that the other thread cleared, and the first one from before. */
#include "pair.h"
#include <heddle/heddle.h>
#include <string.h>
static struct {
    int value[6];
} x = {{1, 1, 1, 1, 1, 1}};
static void *reader(void *unused) {
    heddle_assert(x.value[0] == x.value[5]);
    return unused;
}
static void *writer(void *unused) {
    memset(&x, 0, sizeof x);
    return unused;
}
MAIN(reader, writer)
