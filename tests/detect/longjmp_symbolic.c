/* expect: assertion @seven "r != 7" */
/* options: --max-traces=12 */
/* What longjmp gives to setjmp stays symbolic, and 0 becomes 1. */
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf buffer;

int main(void) {
    int n = __VERIFIER_nondet_int();
    int r = setjmp(buffer);
    if (!r) longjmp(buffer, n);
    assert(n ? r == n : r == 1);
    if (n == 7) assert(r != 7); /*seven*/
    return r;
}
