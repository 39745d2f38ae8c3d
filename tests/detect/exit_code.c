/* expect: safe */
/* exit: 42 */
#include <stdlib.h>
static void at_exit(void) {}
int main(void) {
    atexit(at_exit);
    exit(298);
}
