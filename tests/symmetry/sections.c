/* expect: safe */
/* Twenty threads of two atomic sections each. */
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
#define N 20
static int first, second;
static void *work(void *unused) {
    __VERIFIER_atomic_begin();
    first++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    if (++second > first) reach_error();
    __VERIFIER_atomic_end();
    return unused;
}
int main(void) {
    pthread_t t;
    for (int k = 0; k < N; k++) pthread_create(&t, NULL, work, NULL);
    return 0;
}
