/* expect: safe */
/* options: --interleave=memory */
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int n;
static void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    n++;
    __VERIFIER_atomic_end();
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(n == 2);
    return 0;
}
