/* expect: safe */
/* exit: 5 */
#include <stdlib.h>
#include <assert.h>
int main(void) {
    _Exit(5);
    assert(0);
}
