/* expect: assertion @one "left"; deadlock; deadlock; deadlock; deadlock */
/* options: --max-traces=200 */
/* The initial value of a semaphore is an input without a bound: what matters is how it compares with what is
 * taken. The value that is left stays what it is. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
extern unsigned __VERIFIER_nondet_uint(void);
static sem_t s;

static void *taker(void *unused) {
    sem_wait(&s);
    sem_wait(&s);
    return unused;
}

int main(void) {
    pthread_t t;
    int left;
    unsigned n = __VERIFIER_nondet_uint();
    if (sem_init(&s, 0, n)) return 0;
    pthread_create(&t, 0, taker, 0);
    sem_wait(&s);
    sem_post(&s);
    pthread_join(t, 0);
    sem_getvalue(&s, &left);
    assert((unsigned)left == n - 2);
    assert(left != 12345); /*one*/
    return 0;
}
