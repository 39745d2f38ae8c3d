/* k: 3 */
/* Each of three reads sees another one of the other thread's writes. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *reader(void *unused) {
    int a = x, b = x, c = x;
    heddle_assert(a != 1 || b != 2 || c != 3);
    return unused;
}
static void *writer(void *unused) {
    for (int k = 1; k <= 3; k++) x = k;
    return unused;
}
MAIN(reader, writer)
