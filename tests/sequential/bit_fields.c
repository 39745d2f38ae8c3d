/* k: 1 */
/* Bit fields in one word: the other thread writes back what it read. */
#include "pair.h"
#include <heddle/heddle.h>
static struct {
    unsigned a : 3, b : 5, c : 20;
} x;
static void *reader(void *unused) {
    x.a = 1;
    heddle_assert(x.a == 1);
    return unused;
}
static void *writer(void *unused) {
    x.b = 7;
    return unused;
}
MAIN(reader, writer)
