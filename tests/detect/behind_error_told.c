/* expect: memory */
/* Where memory errors are told, the thread stops there. */
#include <assert.h>
static int *nowhere;
int main(void) {
    int value = *nowhere; /* bug: null pointer dereference */
    assert(value == 4711);
    return 0;
}
