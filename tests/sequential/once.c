/* k: none */
/* One of the two initialises, and the other one finds it done. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int x;
static void init(void) { x++; }
static void *use(void *unused) {
    pthread_once(&once, init);
    heddle_assert(x == 1);
    return unused;
}
MAIN(use, use)
