/* expect: api @a "a context in a function that has returned" */
#include <ucontext.h>
static ucontext_t u;
__attribute__((noinline)) static void fill(void) {
    volatile int local = 1;
    getcontext(&u);
    local++;
}
int main(void) {
    fill();
    setcontext(&u); /*a*/
    return 0;
}
