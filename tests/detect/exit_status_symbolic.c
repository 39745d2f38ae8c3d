/* expect: safe */
/* options: --max-traces=8 */
/* What the process ends with is seen by nothing in it: two paths, not one for each value. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n % 3 == 0) exit(n / 3);
    return n;
}
