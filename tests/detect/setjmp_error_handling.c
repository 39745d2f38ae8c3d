/* expect: assertion @a "code != 3" */
#include <assert.h>
#include <heddle/heddle.h>
#include <setjmp.h>
static jmp_buf handler;
static int parse(int n) {
    if (n < 0) longjmp(handler, 2);
    if (n > 50) longjmp(handler, 3);
    return n;
}
int main(void) {
    int code = setjmp(handler);
    assert(code != 3); /*a*/
    if (code) return 0;
    return parse(heddle_int("n")) == 51;
}
