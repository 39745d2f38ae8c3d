/* expect: safe */
/* options: --interleave=memory */
/* Szymanski's algorithm for two threads; waiting is an assumption, read in one step with an atomic
 * section. */
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int flag1, flag2, x;
static int get(int *flag) {
    __VERIFIER_atomic_begin();
    int value = *flag;
    __VERIFIER_atomic_end();
    return value;
}
static void set(int *flag, int value) {
    __VERIFIER_atomic_begin();
    *flag = value;
    __VERIFIER_atomic_end();
}
void *thr1(void *arg) {
    set(&flag1, 1);
    __VERIFIER_assume(get(&flag2) < 3);
    set(&flag1, 3);
    if (get(&flag2) == 1) {
        set(&flag1, 2);
        __VERIFIER_assume(get(&flag2) == 4);
    }
    set(&flag1, 4);
#ifndef WRONG
    __VERIFIER_assume(get(&flag2) < 2);
#endif
    set(&x, 0);
    if (get(&x) > 0) reach_error();
    int v = get(&flag2);
    __VERIFIER_assume(2 > v || v > 3);
    set(&flag1, 0);
    return 0;
}
void *thr2(void *arg) {
    set(&flag2, 1);
    __VERIFIER_assume(get(&flag1) < 3);
    set(&flag2, 3);
    if (get(&flag1) == 1) {
        set(&flag2, 2);
        __VERIFIER_assume(get(&flag1) == 4);
    }
    set(&flag2, 4);
    int v = get(&flag1);
    __VERIFIER_assume(2 > v || v > 3);
    set(&x, 1);
    if (get(&x) < 1) reach_error();
    set(&flag2, 0);
    return 0;
}
int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, thr1, 0);
    pthread_create(&t2, 0, thr2, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
