/* expect: safe */
/* options: --interleave=memory */
/* Store buffering with a count of ended threads, as tools that translate litmus tests write it: not both see
 * zero. Wrong: the outcome that message passing does have is excluded. */
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
int ended, p0_eax, p1_eax;
_Bool condition = 1;
int x, y;
void *p0(void *arg) {
    __VERIFIER_atomic_begin();
    x = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    p0_eax = y;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    ended = ended + 1;
    __VERIFIER_atomic_end();
    return 0;
}
void *p1(void *arg) {
    __VERIFIER_atomic_begin();
    y = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    p1_eax = x;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    ended = ended + 1;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t t0, t1;
    pthread_create(&t0, 0, p0, 0);
    pthread_create(&t1, 0, p1, 0);
    __VERIFIER_atomic_begin();
    condition = ended == 2;
    __VERIFIER_atomic_end();
    __VERIFIER_assume(condition);
    __VERIFIER_atomic_begin();
#ifdef WRONG
    condition = !(p0_eax == 0 && p1_eax == 1);
#else
    condition = !(p0_eax == 0 && p1_eax == 0);
#endif
    __VERIFIER_atomic_end();
    if (!condition) reach_error();
    return 0;
}
