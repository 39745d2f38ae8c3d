/* expect: assertion @a; api @b "has ended" */
/* Out of a context to the thread's own stack, and within a context that was resumed deeper in calls. */
#include <heddle/heddle.h>
#include <setjmp.h>
#include <ucontext.h>

static jmp_buf out, in;
static ucontext_t own, other, inside;
static char stack[65536];
static int n;

static int uses_stack(int k) {
    volatile int a[100];
    for (int i = 0; i < 100; i++) a[i] = k + i;
    return a[k];
}

static void leaves(void) {
    int x = 3;
    volatile int *p = &x;
    n += *p;
    getcontext(&inside);
    longjmp(out, 1);
}

static void stays(void) {
    volatile int rounds = 0;
    if (!setjmp(in)) swapcontext(&other, &own);
    if (rounds++ < 2) longjmp(in, 1);
    n += rounds;
}

static void go(void (*f)(void)) {
    getcontext(&other);
    other.uc_stack.ss_sp = stack;
    other.uc_stack.ss_size = sizeof stack;
    other.uc_link = &own;
    makecontext(&other, f, 0);
    swapcontext(&own, &other);
}

__attribute__((noinline)) static void deeper(int k) {
    int a[4] = {k, 1, 2, 3};
    if (a[k])
        deeper(k - 1);
    else
        swapcontext(&own, &other);
    n += a[3] - 3;
}

int main(void) {
    for (volatile int k = 0; k < 3; k++)
        if (!setjmp(out)) go(leaves);
    heddle_assert(n == 9 && uses_stack(7) == 14);
    go(stays);
    deeper(0);
    heddle_assert(n == 12 && uses_stack(5) == 10);
    if (heddle_bool("again")) {
        go(stays);
        swapcontext(&own, &other);
        heddle_assert(n == 12); /*a*/
    }
    if (!setjmp(out)) go(leaves);
    setcontext(&inside); /*b*/
    return 0;
}
