/* expect: safe */
/* A broadcast to threads that wait is a flag of each of them, so one that is told to go on has it. Main
 * creates threads without end. Wrong: a thread forgets to clear its flag before it waits. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int lock, full;
static _Thread_local int told, waits;
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
    for (;;) {
        acquire();
        if (__VERIFIER_nondet_int()) {
            full = !full;
            told = full;
        } else {
#ifndef WRONG
            told = 0;
#endif
            waits = 1;
            if (told && !full) reach_error();
            waits = 0;
        }
        if (waits) reach_error();
        release();
    }
    return arg;
}
int main(void) {
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
