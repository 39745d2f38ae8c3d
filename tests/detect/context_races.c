/* expect: race */
/* What a generator's function has on its stack is seen by another thread, which nothing orders. */
#include <pthread.h>
#include <ucontext.h>
static ucontext_t home, co;
static char stack[8192];
static int *shared;
static void *other(void *arg) { return (void *)(long)*shared; }
static void body(void) {
    int here = 1;
    shared = &here;
    swapcontext(&co, &home);
    here = 2;
    swapcontext(&co, &home);
}
int main(void) {
    pthread_t t;
    getcontext(&co);
    co.uc_stack.ss_sp = stack;
    co.uc_stack.ss_size = sizeof stack;
    co.uc_link = &home;
    makecontext(&co, body, 0);
    swapcontext(&home, &co);
    pthread_create(&t, 0, other, 0);
    swapcontext(&home, &co);
    pthread_join(t, 0);
    return 0;
}
