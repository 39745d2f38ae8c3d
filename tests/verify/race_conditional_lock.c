/* expect: safe */
/* The lock is taken and given back only where an input says so, and only there the variable is written. Race:
 * one of the two conditions differs. */
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *worker(void *arg) {
    int k = __VERIFIER_nondet_int();
    if (k > 10) pthread_mutex_lock(&m);
#ifdef WRONG
    if (k >= 10) shared++;
#else
    if (k > 10) shared++;
#endif
    if (k > 10) pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return 0;
}
