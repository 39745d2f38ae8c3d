/* A number is printed into a buffer, which nobody can write any more: with as many digits it was full before.
 */
/* expect: assertion @full */
#include <assert.h>
#include <heddle/heddle.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    int x = heddle_int("x");
    heddle_assume(x >= 0 && x < 20);
    putchar('(');
    fflush(stdout);
    for (int k = 0; k < BUFSIZ - 2; k++) putchar('x');
    printf("%d", x);
    close(1);
    putchar(')');
    assert(!ferror(stdout)); /*full*/
    return 0;
}
