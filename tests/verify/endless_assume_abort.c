/* expect: safe */
/* options: --interleave=memory --checks=no-abort */
/* A lock by an assumption that ends the process where it does not hold; main takes it, too. Wrong: the lock
 * is not taken. */
#include <pthread.h>
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void assume_abort_if_not(int condition) {
    if (!condition) abort();
}
static int taken, x = 1;
void __VERIFIER_atomic_acquire(void) {
    assume_abort_if_not(taken == 0);
#ifndef WRONG
    taken = 1;
#endif
}
void __VERIFIER_atomic_release(void) { taken = 0; }
static void *worker(void *arg) {
    __VERIFIER_atomic_acquire();
    x = 0;
    x = 1;
    if (x < 1) reach_error();
    __VERIFIER_atomic_release();
    return arg;
}
int main(void) {
    pthread_t t;
    while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0);
    worker(0);
    return 0;
}
