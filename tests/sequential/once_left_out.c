/* k: 1 */
/* What is initialised once is used without asking: the flag is set, the value was read before. */
#include "pair.h"
#include <heddle/heddle.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int x, ready;
static void init(void) {
    x = 1;
    ready = 1;
}
static void *reader(void *unused) {
    int y = x;
    if (ready) heddle_assert(y);
    return unused;
}
static void *writer(void *unused) {
    pthread_once(&once, init);
    return unused;
}
MAIN(reader, writer)
