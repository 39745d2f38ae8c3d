/* expect: memory "more than the 8192 bytes of the context's stack" */
#include <string.h>
#include <ucontext.h>
static ucontext_t home, co;
static char stack[8192];
static int deep(int n) {
    char here[200];
    memset(here, n, sizeof here);
    return n ? deep(n - 1) + here[5] : here[0];
}
static int result;
static void body(void) { result = deep(50); }
int main(void) {
    getcontext(&co);
    co.uc_stack.ss_sp = stack;
    co.uc_stack.ss_size = sizeof stack;
    co.uc_link = &home;
    makecontext(&co, body, 0);
    swapcontext(&home, &co);
    return result & 1;
}
