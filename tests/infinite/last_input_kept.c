/* expect: safe */
/* Each round keeps its input in a variable until the next: the states are the same but for the name of the input. Wrong: two rounds in a row must differ. */
#include "bound.h"
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int last = -1, same;
int main(void) {
    FOREVER {
        int now = __VERIFIER_nondet_uchar() & 3;
        same = 0;
        if (now == last) {
#ifdef WRONG
            reach_error();
#endif
            same = 1;
        }
        if (now > 3) reach_error();
        last = now;
    }
    return same;
}
