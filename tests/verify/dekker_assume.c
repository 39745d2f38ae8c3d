/* expect: safe */
/* options: --interleave=memory */
/* Dekker's algorithm with one round of giving way; waiting is an assumption. */
#include <pthread.h>
extern void reach_error(void);
void __VERIFIER_assume(int);
int flag1, flag2, turn, x;
void *thr1(void *arg) {
    flag1 = 1;
    if (flag2 >= 1) {
        if (turn != 0) {
            flag1 = 0;
            __VERIFIER_assume(turn == 0);
            flag1 = 1;
        }
#ifndef WRONG
        __VERIFIER_assume(flag2 < 1);
#endif
    }
    x = 0;
    if (x != 0) reach_error();
    turn = 1;
    flag1 = 0;
    return 0;
}
void *thr2(void *arg) {
    flag2 = 1;
    if (flag1 >= 1) {
        if (turn != 1) {
            flag2 = 0;
            __VERIFIER_assume(turn == 1);
            flag2 = 1;
        }
        __VERIFIER_assume(flag1 < 1);
    }
    x = 1;
    if (x != 1) reach_error();
    turn = 1 - 1;
    flag2 = 0;
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
