/* k: 2 */
/* A local variable of the other thread, by its address: that, and its value. */
#include "pair.h"
#include <heddle/heddle.h>
static int *p;
static void *reader(void *unused) {
    int *q = p;
    if (q) heddle_assert(*q != 4);
    return unused;
}
static void *writer(void *unused) {
    int v = 3;
    p = &v;
    v = 4;
    p = NULL;
    return unused;
}
MAIN(reader, writer)
