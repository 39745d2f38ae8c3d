/* expect: safe */
/* options: --interleave=memory */
/* Dekker's algorithm with plain variables and both of its waiting loops. Wrong: who waited for its turn does
 * not look again. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
int flag1, flag2, turn, x;
void *thr1(void *arg) {
    flag1 = 1;
    SPIN_BODY_WHILE(flag2 >= 1) {
        if (turn != 0) {
            flag1 = 0;
            SPIN_WHILE(turn != 0);
            flag1 = 1;
#ifdef WRONG
            break;
#endif
        }
    }
    x = 0;
    if (x != 0) reach_error();
    turn = 1;
    flag1 = 0;
    return 0;
}
void *thr2(void *arg) {
    for (int i = 0; i < 2; i++) {
        flag2 = 1;
        SPIN_BODY_WHILE(flag1 >= 1) {
            if (turn != 1) {
                flag2 = 0;
                SPIN_WHILE(turn != 1);
                flag2 = 1;
            }
        }
        x = 1;
        if (x != 1) reach_error();
        turn = 0;
        flag2 = 0;
    }
    return 0;
}
int main(void) {
    pthread_t t1, t2;
    turn = 1;
    pthread_create(&t1, 0, thr1, 0);
    pthread_create(&t2, 0, thr2, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
