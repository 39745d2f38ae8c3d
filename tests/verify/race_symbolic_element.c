/* expect: safe */
/* Two threads write elements chosen by inputs that an assumption keeps apart. Race: the assumption lets one
 * pair meet. */
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
static int a[10], i, j;
static void *first(void *arg) {
    a[i] = 1;
    return 0;
}
static void *second(void *arg) {
    a[j] = 2;
    return 0;
}
int main(void) {
    pthread_t t, u;
    i = __VERIFIER_nondet_int();
    j = __VERIFIER_nondet_int();
    if (i < 0 || i >= 10 || j < 0 || j >= 10) return 0;
#ifdef WRONG
    if (i == j && i != 7) return 0;
#else
    if (i == j) return 0;
#endif
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
