/* k: 1 arithmetic */
/* The divisor is what the other thread left. */
#include "pair.h"
#include <heddle/heddle.h>
static int n = 1, x;
static void *reader(void *unused) {
    x = 10 / n;
    return unused;
}
static void *writer(void *unused) {
    n--;
    return unused;
}
MAIN(reader, writer)
