/* expect: safe */
/* A loop without end that calls a function with a local array, whose old contents do not matter. Wrong: the
 * array is one too short for an input. */
#include "bound.h"
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int sum_of(int n) {
    int a[4], sum = 0;
#ifdef WRONG
    int last = n;
#else
    int last = n - 1;
#endif
    for (int i = 0; i < 4; i++) a[i] = i + n;
    for (int i = 0; i <= last; i++) sum += a[i];
    return sum;
}
int main(void) {
    FOREVER {
        int n = __VERIFIER_nondet_int();
        if (n < 1 || n > 4) continue;
        if (sum_of(n) < 1) reach_error();
    }
    return 0;
}
