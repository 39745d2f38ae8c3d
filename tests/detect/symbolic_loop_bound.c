/* expect: assertion @a "sum != 10" */
#include <assert.h>
#include <heddle/heddle.h>
int main(void) {
    unsigned n = heddle_uint("n");
    heddle_assume(n < 8);
    unsigned sum = 0;
    for (unsigned i = 0; i <= n; i++) sum += i;
    assert(sum != 10); /*a*/
    return 0;
}
