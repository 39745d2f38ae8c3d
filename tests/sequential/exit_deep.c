/* k: 2 */
/* The other thread ends inside a function: x and y are what it wrote before, nothing after that happens. */
#include "pair.h"
#include <heddle/heddle.h>
static int x, y;
static void end(void) {
    x = 1;
    pthread_exit(NULL);
}
static void *reader(void *unused) {
    if (x) heddle_assert(y);
    return unused;
}
static void *writer(void *unused) {
    y = 0;
    end();
    y = 1;
    heddle_assert(0);
    return unused;
}
MAIN(reader, writer)
