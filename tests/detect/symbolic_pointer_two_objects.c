/* expect: assertion @a "x == 0" */
#include <assert.h>
#include <heddle/heddle.h>
static int x, y;
int main(void) {
    int *p = heddle_int("n") > 7 ? &x : &y;
    *p = 1;
    assert(x == 0); /*a*/
    return 0;
}
