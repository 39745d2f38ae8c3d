/* k: 2 */
/* The driver of examples/bluetooth.c with nothing but what C has. The reads of add: stopping, pending,
 * stopped; the writes of stop: stopping, pending, drained, stopped. It fails where the second read sees the
 * second write and the third read the fourth one. */
#include "pair.h"
#include <stdatomic.h>
#include <stdbool.h>
static atomic_int pending = 1;
static atomic_bool stopping, drained, stopped;
static void leave(void) {
    if (atomic_fetch_sub(&pending, 1) == 1) atomic_store(&drained, true);
}
static void *add(void *unused) {
    if (atomic_load(&stopping)) return unused;
    atomic_fetch_add(&pending, 1);
    assert(!atomic_load(&stopped));
    leave();
    return unused;
}
static void *stop(void *unused) {
    atomic_store(&stopping, true);
    leave();
    if (atomic_load(&drained)) atomic_store(&stopped, true);
    return unused;
}
MAIN(add, stop)
