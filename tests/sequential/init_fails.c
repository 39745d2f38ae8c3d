/* k: 0 */
/* main fails before there are threads. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    x++;
    return unused;
}
int main(void) {
    heddle_assert(heddle_int("n") != 4);
    RUN(NULL, reader, reader);
    return 0;
}
