/* expect: safe */
/* A thread takes inputs for ever and does nothing visible in between, while another thread works: what it
 * touches between two branches on inputs is touched again and again, and that makes no difference to its
 * state. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static atomic_int steps;
static int parity, highest;
static void *taker(void *arg) {
    FOREVER {
        int in = __VERIFIER_nondet_int();
        if (in > 3)
            parity = !parity;
        else if (in < 0 && highest < 2)
            highest++;
#ifdef WRONG
        if (parity && highest == 2) reach_error();
#endif
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, taker, 0);
    atomic_store(&steps, 1);
    atomic_store(&steps, 2);
    pthread_join(t, 0);
    return 0;
}
