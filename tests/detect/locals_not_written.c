/* expect: assertion @a; assertion @b; assertion @c; assertion @d; assertion @e */
/* options: --checks=no-uninitialised */
/* What was never written is zero, in locals of all kinds that end up in registers: the optimiser may not
 * choose something nicer. */
#include <assert.h>
#include <heddle/heddle.h>

struct pair {
    int a;
    double b;
};

static int maybe(int c) {
    int x;
    if (c > 5) x = 5;
    return x;
}

int main(void) {
    int c = heddle_int("c"), which = heddle_int("which");
    int sum;
    float f;
    struct pair p;
    _Bool flag;
    long double l;
    if (c > 5) {
        f = 1;
        p.b = 2;
        flag = 1;
        l = 3;
    }
    switch (which) {
    case 0: assert(maybe(c) == 5); break;      /*a*/
    case 1: assert(f == 1 && p.a == 0); break; /*b*/
    case 2: assert(p.b == 2); break;           /*c*/
    case 3: assert(flag); break;               /*d*/
    case 4:
        for (int k = 0; k < 3; k++) sum += k;
        assert(sum == 3);
        assert(l == 3); /*e*/
        break;
    default: break;
    }
    return 0;
}
