/* expect: safe */
/* options: --interleave=memory */
/* Two threads add up the halves of an array of inputs whose length is an input. Wrong: the middle element is
 * in both. */
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int *a, n;
static unsigned sums[2];
static void *low(void *arg) {
#ifdef WRONG
    for (int i = 0; i <= n / 2 && i < n; i++) sums[0] += a[i];
#else
    for (int i = 0; i < n / 2; i++) sums[0] += a[i];
#endif
    return 0;
}
static void *high(void *arg) {
    for (int i = n / 2; i < n; i++) sums[1] += a[i];
    return 0;
}
int main(void) {
    pthread_t t, u;
    unsigned all = 0;
    n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 4);
    a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) all += a[i] = __VERIFIER_nondet_int();
    pthread_create(&t, 0, low, 0);
    pthread_create(&u, 0, high, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    if (sums[0] + sums[1] != all) reach_error();
    free(a);
    return 0;
}
