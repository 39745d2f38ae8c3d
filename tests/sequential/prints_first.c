/* k: 1 */
/* main prints before there are threads: the lock of the stream is no operation where nobody else has it. */
#include "pair.h"
#include <stdio.h>
static int x;
static void *reader(void *unused) {
    assert(x != 5);
    return unused;
}
static void *writer(void *unused) {
    x = 5;
    return unused;
}
int main(void) {
    puts("begin");
    RUN(NULL, reader, writer);
    return 0;
}
