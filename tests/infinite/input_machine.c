/* expect: safe */
/* One thread; a machine of four states reads a fresh input each round for ever. Wrong: a chain of three
 * inputs leads to an error. */
#include "bound.h"
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int state = 0;
    FOREVER {
        int in = __VERIFIER_nondet_int();
        switch (state) {
        case 0: state = in == 17 ? 1 : 0; break;
        case 1: state = in > 100 ? 2 : in < 0 ? 0 : 1; break;
        case 2:
            if (in == 99)
#ifdef WRONG
                state = 4;
#else
                state = 3;
#endif
            break;
        case 3: state = 0; break;
        default: reach_error();
        }
    }
    return 0;
}
