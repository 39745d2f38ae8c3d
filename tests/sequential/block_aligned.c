/* k: 1 */
/* posix_memalign writes to memory that the other thread reads. */
#include "pair.h"
#include <heddle/heddle.h>
#include <stdlib.h>
static void *block;
static void *reader(void *unused) {
    heddle_assert(!block);
    return unused;
}
static void *writer(void *unused) { return posix_memalign(&block, 16, 16) ? block : unused; }
MAIN(reader, writer)
