/* expect: assertion @a "0" */
#include <assert.h>
#include <stdlib.h>
static void at_exit(void) { assert(0); /*a*/ }
int main(void) {
    atexit(at_exit);
    return 0;
}
