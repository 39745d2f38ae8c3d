/* k: 1 */
/* A compare-and-exchange fails since the other thread's came first, and tells what is there. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdatomic.h>
static atomic_int x;
static void *reader(void *unused) {
    int expected = 0;
    if (!atomic_compare_exchange_strong(&x, &expected, 1)) heddle_assert(expected != 2);
    return unused;
}
static void *writer(void *unused) {
    int expected = 0;
    atomic_compare_exchange_strong(&x, &expected, 2);
    return unused;
}
MAIN(reader, writer)
