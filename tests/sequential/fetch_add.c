/* k: 1 */
/* The read of an atomic addition takes over what was added before. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdatomic.h>
static _Atomic short x;
static void *reader(void *unused) {
    heddle_assert(atomic_fetch_add(&x, 1) != 5);
    return unused;
}
static void *writer(void *unused) {
    atomic_fetch_add(&x, 5);
    return unused;
}
MAIN(reader, writer)
