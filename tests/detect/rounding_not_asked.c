/* expect: safe */
/* libc looks at exceptions for its own purposes: nothing that the program's verdict rests on. */
#include <assert.h>
#include <math.h>

int main(void) {
    volatile double x = 2.5;
    assert(nearbyint(x) == 2 && lrint(x) == 2);
    return 0;
}
