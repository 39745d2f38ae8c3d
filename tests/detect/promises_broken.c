/* expect: assertion @a; assertion @b; assertion @c; assertion @d; assertion @e; assertion @f; assertion @g; unreachable @h; assertion @i; memory @j; assertion @k; unreachable @l */
/* Promises that are not kept hide nothing: what follows from them is not assumed. */
#include <assert.h>
#include <heddle/heddle.h>
#include <stdlib.h>

static char q[4];
static int calls, shared = 1;

__attribute__((nonnull, noinline)) static int takes(char *p) {
    if (!p) assert(!"null"); /*a*/
    return 1;
}
__attribute__((returns_nonnull, noinline)) static char *gives(int k) { return k ? q : 0; }
__attribute__((pure, noinline)) static int counts(int k) { return calls += k; }
__attribute__((const, noinline)) static int reads(void) { return shared; }
__attribute__((noinline)) static int both(int *restrict a, int *restrict b) {
    *a = 1;
    *b = 2;
    return *a;
}
__attribute__((noreturn, noinline)) static void leaves(int k) {
    if (k) exit(0);
} /*h*/
static int lie(int *p, float *f) {
    *p = 1;
    *f = 2;
    return *p;
}

int main(void) {
    int k = heddle_int("k"), which = heddle_int("which");
    switch (which) {
    case 0: takes(k ? q : 0); break;
    case 1: assert(gives(k)); break; /*b*/
    case 2:
        counts(1);
        counts(1);
        assert(calls != 2); /*c*/
        break;
    case 3: {
        int before = reads();
        shared = 5;
        assert(before == reads()); /*d*/
        break;
    }
    case 4: {
        int x;
        assert(both(&x, &x) == 1); /*e*/
        break;
    }
    case 5:
        __builtin_assume(k > 3);
        assert(k > 3); /*f*/
        break;
    case 6: {
        char *p = __builtin_assume_aligned(q + (k & 1), 2);
        assert(((unsigned long)p & 1) == 0); /*g*/
        break;
    }
    case 7: leaves(k); break;
    case 8: {
        int x;
        assert(lie(&x, (float *)&x) == 1); /*i*/
        break;
    }
    case 9: {
        int *p = k ? &shared : 0, v = *p; /*j*/
        if (!p) assert(!"too late");
        return v;
    }
    case 10:
        if (!k) assert(k); /*k*/
        break;
    case 11:
        if (k == 7) __builtin_unreachable(); /*l*/
        break;
    default: break;
    }
    return 0;
}
