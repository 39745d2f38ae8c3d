/* expect: safe */
/* options: --interleave=memory */
/* Lamport's fast mutual exclusion for two threads, one try each; waiting is an assumption. */
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
int x, y, b1, b2, inside;
void *thr1(void *arg) {
    b1 = 1;
    x = 1;
    if (y != 0) {
        b1 = 0;
        return 0;
    }
    y = 1;
    if (x != 1) {
        b1 = 0;
        __VERIFIER_assume(b2 < 1);
#ifndef WRONG
        if (y != 1) return 0;
#endif
    }
    inside = 1;
    if (inside != 1) reach_error();
    y = 0;
    b1 = 0;
    return 0;
}
void *thr2(void *arg) {
    b2 = 1;
    x = 2;
    if (y != 0) {
        b2 = 0;
        return 0;
    }
    y = 2;
    if (x != 2) {
        b2 = 0;
        __VERIFIER_assume(b1 < 1);
        if (y != 2) return 0;
    }
    inside = 2;
    if (inside != 2) reach_error();
    y = 0;
    b2 = 0;
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
