/* expect: safe */
/* A lock by an assumption in an atomic section. Threads choose by inputs what they do while they hold it,
 * main chooses how many there are. Wrong: one of the two ways does not take the lock. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int lock, inside;
static void acquire(void) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(lock == 0);
    lock = 1;
    __VERIFIER_atomic_end();
}
static void release(void) {
    __VERIFIER_atomic_begin();
    lock = 0;
    __VERIFIER_atomic_end();
}
static void *worker(void *arg) {
    int n = __VERIFIER_nondet_int();
#ifdef WRONG
    if (n < -3 && inside) reach_error();
#endif
    acquire();
    if (n > 0) {
        inside = 1;
        if (inside != 1) reach_error();
        inside = 0;
    } else if (n < -3 && inside) {
        reach_error();
    }
    release();
    return arg;
}
int main(void) {
    pthread_t t;
    while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0);
    return 0;
}
