/* expect: safe */
/* options: --interleave=memory */
/* Deposit and withdrawal of symbolic amounts; the balance is right when both are done. Wrong: the balance is
 * read outside the lock. */
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
pthread_mutex_t m;
int x, y, z, balance;
_Bool deposit_done, withdraw_done;
void *deposit(void *arg) {
#ifdef WRONG
    int now = balance;
    pthread_mutex_lock(&m);
    balance = now + y;
#else
    pthread_mutex_lock(&m);
    balance = balance + y;
#endif
    deposit_done = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
void *withdraw(void *arg) {
    pthread_mutex_lock(&m);
    balance = balance - z;
    withdraw_done = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
void *check(void *arg) {
    pthread_mutex_lock(&m);
    if (deposit_done && withdraw_done && balance != (x + y) - z) reach_error();
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t1, t2, t3;
    pthread_mutex_init(&m, 0);
    x = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_int();
    z = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 0 && x < 1000 && y > 0 && y < 1000 && z > 0 && z < 1000);
    balance = x;
    pthread_create(&t3, 0, check, 0);
    pthread_create(&t1, 0, deposit, 0);
    pthread_create(&t2, 0, withdraw, 0);
    return 0;
}
