/* expect: assertion @a "n != 3"; assertion @b "n != 4" */
#include <assert.h>
#include <heddle/heddle.h>
int main(void) {
    int n = heddle_int("n");
    if (n & 1)
        assert(n != 3); /*a*/
    else
        assert(n != 4); /*b*/
    return 0;
}
