/* k: 1 */
/* A structure that a function returns and another one gets: copies of one field count. */
#include "pair.h"
#include <heddle/heddle.h>
struct five {
    int a, b, c, d, e;
};
static struct five x;
static struct five get(void) { return x; }
static int sum(struct five v) { return v.a + v.e; }
static void *reader(void *unused) {
    heddle_assert(sum(get()) != 5);
    return unused;
}
static void *writer(void *unused) {
    x.e = 5;
    return unused;
}
MAIN(reader, writer)
