/* expect: safe */
/* options: --interleave=memory */
/* Peterson's algorithm with plain variables, as contests have it, under sequential consistency. Wrong: a flag
 * is not set. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
int flag1, flag2, turn, x;
void *thr1(void *arg) {
#ifndef WRONG
    flag1 = 1;
#endif
    turn = 1;
    SPIN_WHILE(flag2 == 1 && turn == 1);
    x = 0;
    if (x > 0) reach_error();
    flag1 = 0;
    return 0;
}
void *thr2(void *arg) {
    flag2 = 1;
    turn = 0;
    SPIN_WHILE(flag1 == 1 && turn == 0);
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
