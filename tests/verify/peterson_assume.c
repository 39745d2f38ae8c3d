/* expect: safe */
/* options: --interleave=memory */
/* Peterson's algorithm where waiting is an assumption, so that runs have an end. */
#include <pthread.h>
extern void reach_error(void);
void __VERIFIER_assume(int);
int flag1 = 0, flag2 = 0;
int turn;
int x;
void *thr1(void *arg) {
    flag1 = 1;
#ifndef WRONG
    turn = 1;
#endif
    __VERIFIER_assume(!(flag2 == 1 && turn == 1));
    x = 0;
    if (x > 0) reach_error();
    flag1 = 0;
    return 0;
}
void *thr2(void *arg) {
    flag2 = 1;
    turn = 0;
    __VERIFIER_assume(!(flag1 == 1 && turn == 0));
    x = 1;
    if (x < 1) reach_error();
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
