/* expect: some assertion "" */
/* Who comes first waits for main, and main for the first that it created, so the bug needs another order. */
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_assume(int);
extern void reach_error(void);
static atomic_int token, go;
static void *work(void *unused) {
    if (atomic_fetch_add(&token, 1) == 0) __VERIFIER_assume(atomic_load(&go));
    return unused;
}
int main(void) {
    pthread_t all[4];
    for (int k = 0; k < 4; k++) pthread_create(&all[k], NULL, work, NULL);
    pthread_join(all[0], NULL);
    reach_error();
    atomic_store(&go, 1);
    for (int k = 1; k < 4; k++) pthread_join(all[k], NULL);
    return 0;
}
