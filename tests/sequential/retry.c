/* k: 1 */
/* A compare-and-exchange that is tried again with what is there. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdatomic.h>
static atomic_int top;
static void *reader(void *unused) {
    int old = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &old, old + 1)) {}
    heddle_assert(old != 5);
    return unused;
}
static void *writer(void *unused) {
    atomic_store(&top, 5);
    return unused;
}
MAIN(reader, writer)
