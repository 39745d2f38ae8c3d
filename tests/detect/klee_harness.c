/* expect: assertion @a "x != 1234" */
#include <assert.h>
#include <klee/klee.h>
int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > 1000);
    assert(x != 1234); /*a*/
    return 0;
}
