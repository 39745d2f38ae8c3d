/* k: 1 */
/* The counter after the increment, as the other thread wrote it: 0 was read before. */
#include "pair.h"
#include <heddle/heddle.h>
static int x;
static void *add(void *unused) {
    int before = x;
    x = before + 1;
    heddle_assert(x == before + 1);
    return unused;
}
static void *add_two(void *unused) {
    x = x + 2;
    return unused;
}
MAIN(add, add_two)
