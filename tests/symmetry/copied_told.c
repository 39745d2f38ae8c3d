/* expect: assertion "" */
/* Identifiers are copied, so that who is waited for depends on more than the order of creation. */
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static atomic_int token;
static void *work(void *unused) {
    if (atomic_fetch_add(&token, 1) == 0) __VERIFIER_assume(0);
    return unused;
}
int main(void) {
    pthread_t all[4], wanted;
    for (int k = 0; k < 4; k++) pthread_create(&all[k], NULL, work, NULL);
    wanted = all[0];
    pthread_join(wanted, NULL);
    reach_error();
    return 0;
}
