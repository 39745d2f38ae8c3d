/* k: 2 */
/* lost: a thread reads the same over and over */
/* The reader waits for a flag that the other thread sets after it wrote the data. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdatomic.h>
static atomic_int there;
static int x;
static void *reader(void *unused) {
    while (!atomic_load(&there)) {}
    heddle_assert(!x);
    return unused;
}
static void *writer(void *unused) {
    x = 1;
    atomic_store(&there, 1);
    return unused;
}
MAIN(reader, writer)
