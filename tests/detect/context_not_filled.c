/* expect: api @a "neither getcontext nor makecontext" */
#include <ucontext.h>
static ucontext_t u;
int main(void) {
    setcontext(&u); /*a*/
    return 0;
}
