/* expect: assertion @a; assertion @b */
/* Only a suspended function remembers which thread came first, and how often: states that look alike
 * otherwise are not the same. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <ucontext.h>
static ucontext_t home, co;
static char stack[8192];
static atomic_int first, sum;
static void body(void) {
    int seen = first;
    int twice = sum > 1;
    swapcontext(&co, &home);
    assert(seen != 2);             /*a*/
    assert(!(seen == 1 && twice)); /*b*/
}
static void *worker(void *arg) {
    int none = 0;
    atomic_compare_exchange_strong(&first, &none, (int)(long)arg);
    sum++;
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (long k = 0; k < 2; k++) pthread_create(&t[k], 0, worker, (void *)(k + 1));
    getcontext(&co);
    co.uc_stack.ss_sp = stack;
    co.uc_stack.ss_size = sizeof stack;
    co.uc_link = &home;
    makecontext(&co, body, 0);
    swapcontext(&home, &co);
    for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
    first = sum = 0;
    swapcontext(&home, &co);
    return 0;
}
