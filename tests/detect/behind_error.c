/* expect: assertion */
/* options: --checks=none,assertion */
/* assumption: an invalid read at */
/* Where nobody asked about memory errors, a read of nothing gives any value: also the one that is wrong. */
#include <assert.h>
#include <stddef.h>
struct device {
    int state, last;
};
static struct device *opened;
static int table[4];
int main(void) {
    int state = opened->state;
    table[5] = 3;
    opened->last = 4;
    assert(state != 4711);
    return table[0];
}
