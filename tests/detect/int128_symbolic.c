/* expect: assertion @a "product" */
#include <assert.h>
#include <heddle/heddle.h>
int main(void) {
    unsigned long a = heddle_ulong("a");
    heddle_assume(a > 0xffffffff00000000ul);
    unsigned __int128 product = (unsigned __int128)a * 4;
    assert((unsigned long)(product >> 64) == 3);
    assert((unsigned long)product != 0xfffffffffffffff0ul); /*a*/
    return 0;
}
