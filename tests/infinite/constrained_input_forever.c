/* expect: safe */
/* A thread puts an input into a shared variable, negative ones mirrored; both sides of the branch leave the
 * same expression or another, and what is known of it differs: states that look alike but for their
 * constraints are different. */
#include <assert.h>
#include <pthread.h>
#include "bound.h"
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value, kind;
static void *writer(void *arg) {
    FOREVER {
        int in = __VERIFIER_nondet_int();
        if (in < 0) in = -(in + 1);
        pthread_mutex_lock(&m);
        value = in;
        kind = value > 7 ? 1 : 2;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    FOREVER {
        pthread_mutex_lock(&m);
        assert(value >= 0);
#ifdef WRONG
        assert(value != 7);
#endif
        assert(kind != 1 || value > 7);
        pthread_mutex_unlock(&m);
    }
    return 0;
}
