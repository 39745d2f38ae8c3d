/* expect: api @a "a context whose function has ended" */
#include <ucontext.h>
static ucontext_t home, co, within;
static char stack[16384];
static void body(void) { getcontext(&within); }
int main(void) {
    getcontext(&co);
    co.uc_stack.ss_sp = stack;
    co.uc_stack.ss_size = sizeof stack;
    co.uc_link = &home;
    makecontext(&co, body, 0);
    swapcontext(&home, &co);
    setcontext(&within); /*a*/
    return 0;
}
