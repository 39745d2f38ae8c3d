/* expect: hang */
/* A loop over two functions. A replay looks at its state at other moments than the run that found it, so it
 * tells another place. */
#include <heddle/heddle.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static volatile int lock;
static void acquire(void) {
    __VERIFIER_atomic_begin();
    heddle_assume(lock == 0);
    lock = 1;
    __VERIFIER_atomic_end();
}
int main(void) {
    if (heddle_bool("leave")) return 0;
    for (;;) {
        acquire();
        lock = 0;
    }
}
