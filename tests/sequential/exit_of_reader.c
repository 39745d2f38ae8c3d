/* k: none */
/* The thread ends before it could fail. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void end(void) { pthread_exit(NULL); }
static void *reader(void *unused) {
    if (x) end();
    heddle_assert(!x || x == 2);
    return unused;
}
static void *writer(void *unused) {
    x = 2;
    return unused;
}
MAIN(reader, writer)
