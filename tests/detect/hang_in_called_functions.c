/* expect: hang */
/* A loop over two functions. A replay looks at its state at other moments than the run that found it, so it
 * tells another place. */
#include <heddle/heddle.h>
static volatile int lock;
__attribute__((noinline)) static void acquire(void) {
    heddle_assume(lock == 0);
    lock = 1;
}
int main(void) {
    if (heddle_bool("leave")) return 0;
    while (1) {
        acquire();
        lock = 1;
        lock = 2;
        lock = 0;
    }
}
