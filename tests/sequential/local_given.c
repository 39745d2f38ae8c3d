/* k: none */
/* For this the other thread would have to see what this one wrote: that is not among what is looked for. */
#include "pair.h"
#include <heddle/heddle.h>
static int *p;
static void *reader(void *unused) {
    int v = 1;
    p = &v;
    heddle_assert(v == 1);
    p = NULL;
    return unused;
}
static void *writer(void *unused) {
    int *q = p;
    if (q) *q = 2;
    return unused;
}
MAIN(reader, writer)
