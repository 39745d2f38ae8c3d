/* expect: safe */
/* A variable is written in atomic sections, and read in them. Wrong: it is read outside. */
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;
static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    x = 1;
    __VERIFIER_atomic_end();
#ifdef WRONG
    assert(x == 1);
#else
    __VERIFIER_atomic_begin();
    assert(x == 1);
    __VERIFIER_atomic_end();
#endif
    return arg;
}
int main(void) {
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
