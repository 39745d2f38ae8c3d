/* expect: assertion @a; assertion @b; assertion @c; assertion @d; assertion @e */
/* Signed numbers wrap, as they do where nobody optimises; --checks=overflow tells the overflow itself. */
#include <assert.h>
#include <heddle/heddle.h>

char array[16];

int main(void) {
    int x = heddle_int("x"), which = heddle_int("which");
    switch (which) {
    case 0: assert(x + 1 > x); break;           /*a*/
    case 1: assert(x < 0 || x * 2 >= 0); break; /*b*/
    case 2: assert(-x != x || x == 0); break;   /*c*/
    case 3: {
        int n = 0;
        for (int k = 1; k > 0 && n < 100; k *= 2) n++;
        assert(n == 100); /*d*/
        break;
    }
    case 4: assert(x >= 0 || __builtin_abs(x) > 0); break; /*e*/
    default: break;
    }
    return 0;
}
