/* k: none */
/* Nothing comes between the read and the write of an atomic addition. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdatomic.h>
static atomic_int x;
static void *reader(void *unused) {
    int before = atomic_fetch_add(&x, 1);
    heddle_assert(before == 0 || before == 5);
    heddle_assert(atomic_load(&x) == 1 || atomic_load(&x) == 6);
    return unused;
}
static void *writer(void *unused) {
    atomic_fetch_add(&x, 5);
    return unused;
}
MAIN(reader, writer)
