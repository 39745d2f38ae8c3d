/* expect: memory @a "past the end of a local variable of 8 bytes in `body`" */
#include <ucontext.h>
static ucontext_t home, co;
static char stack[8192];
static volatile int at = 9;
static void body(void) {
    char here[8] = {0};
    here[at] = 1; /*a*/
    swapcontext(&co, &home);
    at = here[0];
}
int main(void) {
    getcontext(&co);
    co.uc_stack.ss_sp = stack;
    co.uc_stack.ss_size = sizeof stack;
    co.uc_link = &home;
    makecontext(&co, body, 0);
    swapcontext(&home, &co);
    return 0;
}
