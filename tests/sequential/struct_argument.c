/* k: 1 */
/* A structure that a function gets by value is read by the call, part by part. */
#include "pair.h"
#include <heddle/heddle.h>
typedef struct Four {
    long a, b, c, d;
} Four;
static Four shared;
__attribute__((noinline)) static int is_torn(Four f) { return f.a && !f.d; }
static void *reader(void *unused) {
    heddle_assert(!is_torn(shared));
    return unused;
}
static void *writer(void *unused) {
    shared.a = 1;
    shared.d = 1;
    return unused;
}
MAIN(reader, writer)
