/* expect: some assertion "" */
/* Main waits for three of four threads, of which the fourth was the second to come. */
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static atomic_int token;
static void *work(void *unused) {
    if (atomic_fetch_add(&token, 1) == 1) __VERIFIER_assume(0);
    return unused;
}
int main(void) {
    pthread_t all[4];
    for (int k = 0; k < 4; k++) pthread_create(&all[k], NULL, work, NULL);
    for (int k = 0; k < 3; k++) pthread_join(all[k], NULL);
    reach_error();
    return 0;
}
