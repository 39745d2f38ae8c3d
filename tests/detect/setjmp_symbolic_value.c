/* expect: assertion @a "code != 17" */
#include <assert.h>
#include <heddle/heddle.h>
#include <setjmp.h>
int main(void) {
    jmp_buf buffer;
    int n = heddle_uchar("n");
    heddle_assume(n < 20);
    int code = setjmp(buffer);
    assert(code != 17); /*a*/
    if (!code) longjmp(buffer, n);
    return 0;
}
