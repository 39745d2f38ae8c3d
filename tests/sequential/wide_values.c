/* k: 1 */
/* Values of more than a word. */
#include "pair.h"
#include <heddle/heddle.h>
typedef int four __attribute__((vector_size(16)));
static four x;
static void *reader(void *unused) {
    four y = x;
    heddle_assert(y[3] != 5);
    return unused;
}
static void *writer(void *unused) {
    four y = {0, 1, 2, 5};
    x = y;
    return unused;
}
MAIN(reader, writer)
