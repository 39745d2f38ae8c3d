/* k: 1 */
/* A thread prints before it reads: where nobody else does, that is no step of the run that is told. */
#include "pair.h"
#include <stdio.h>
static int x;
static void *reader(void *unused) {
    printf("%d\n", x);
    assert(x != 5);
    return unused;
}
static void *writer(void *unused) {
    x = 5;
    x = 6;
    return unused;
}
MAIN(reader, writer)
