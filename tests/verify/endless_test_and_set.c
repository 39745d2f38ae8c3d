/* expect: safe */
/* options: --interleave=memory */
/* A lock by test-and-set, whose result comes back through a pointer to a local variable. Wrong: two thirds of
 * the test are no part of it. */
#include <pthread.h>
extern void reach_error(void);
static int lock, count;
#ifdef WRONG
static void test_and_set(int *word, int *old)
#else
void __VERIFIER_atomic_test_and_set(int *word, int *old)
#endif
{
    *old = *word;
    *word = 1;
}
#ifdef WRONG
#define __VERIFIER_atomic_test_and_set test_and_set
#endif
static void acquire(void) {
    int taken;
    __VERIFIER_atomic_test_and_set(&lock, &taken);
    while (taken) __VERIFIER_atomic_test_and_set(&lock, &taken);
}
static void *worker(void *arg) {
    while (1) {
        acquire();
        count++;
        if (count != 1) reach_error();
        count--;
        lock = 0;
    }
    return arg;
}
int main(void) {
    pthread_t t;
    while (1) pthread_create(&t, 0, worker, 0);
}
