/* k: none */
/* Both compare-and-exchanges fail, and change nothing. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdatomic.h>
static atomic_int x = 1;
static void *reader(void *unused) {
    int expected = 0;
    heddle_assert(!atomic_compare_exchange_strong(&x, &expected, 3));
    heddle_assert(expected == 1);
    return unused;
}
static void *writer(void *unused) {
    int expected = 0;
    atomic_compare_exchange_strong(&x, &expected, 2);
    return unused;
}
MAIN(reader, writer)
