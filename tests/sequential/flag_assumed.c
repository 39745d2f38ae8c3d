/* k: 2 */
/* The flag that the thread waits for, and the data. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdatomic.h>
static atomic_int flag;
static int data;
static void *reader(void *unused) {
    heddle_assume(atomic_load(&flag));
    heddle_assert(!data);
    return unused;
}
static void *writer(void *unused) {
    data = 1;
    atomic_store(&flag, 1);
    return unused;
}
MAIN(reader, writer)
