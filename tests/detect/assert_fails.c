/* expect: assertion @a "x == 2" */
#include <assert.h>
int main(void) {
    int x = 1;
    assert(x == 2); /*a*/
    return 0;
}
