/* expect: assertion @a */
/* An input, and a value that depends on it, are kept in a suspended function. */
#include <assert.h>
#include <ucontext.h>
#include <heddle/heddle.h>
static ucontext_t home, co;
static char stack[16384];
static int out;
static void body(void) {
    int x = heddle_int("x");
    heddle_assume(x >= 0 && x < 100);
    int y = x * 3;
    out = 1;
    swapcontext(&co, &home);
    out = y == 30 ? x : 2;
}
int main(void) {
    getcontext(&co);
    co.uc_stack.ss_sp = stack;
    co.uc_stack.ss_size = sizeof stack;
    co.uc_link = &home;
    makecontext(&co, body, 0);
    swapcontext(&home, &co);
    assert(out == 1);
    swapcontext(&home, &co);
    assert(out == 2); /*a*/
    return 0;
}
