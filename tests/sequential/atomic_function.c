/* k: 1 */
/* Functions that are atomic by their names, with an assumption in them. */
#include "pair.h"
#include <heddle/heddle.h>
void __VERIFIER_assume(int);
static int taken, x;
void __VERIFIER_atomic_take(void) {
    __VERIFIER_assume(taken == 0);
    taken = 1;
}
void __VERIFIER_atomic_look(void) { __VERIFIER_assume(taken == 0); }
static void *reader(void *unused) {
    __VERIFIER_atomic_look();
    heddle_assert(!x);
    return unused;
}
static void *writer(void *unused) {
    __VERIFIER_atomic_take();
    x = 3;
    return unused;
}
MAIN(reader, writer)
