/* How much of the standard output waits to be written tells how many digits a number has. */
/* expect: assertion @two */
#include <assert.h>
#include <heddle/heddle.h>
#include <stdio.h>
#include <stdio_ext.h>

int main(void) {
    int x = heddle_int("x");
    heddle_assume(x >= 0 && x < 20);
    setvbuf(stdout, 0, _IOFBF, 0);
    putchar('(');
    fflush(stdout);
    printf("%d", x);
    assert(__fpending(stdout) != 2); /*two*/
    return 0;
}
