/* expect: safe */
/* options: --interleave=memory */
/* An atomic function that an assumption blocks in the middle of its effects: nothing of them may be seen. */
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
int gate, half, whole;
void __VERIFIER_atomic_step(void) {
    half = 1;
    __VERIFIER_assume(gate == 1);
    whole = 1;
    half = 0;
}
void *worker(void *arg) {
    __VERIFIER_atomic_step();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    gate = 1;
    int h = half, w = whole;
    if (h == 1) reach_error();
    (void)w;
    return 0;
}
