/* expect: safe */
/* Two threads feed inputs into one machine under a lock, for ever. Wrong: the error is reached when both took
 * part. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int state;
static void *feeder(void *arg) {
    int me = (int)(long)arg;
    FOREVER {
        int in = __VERIFIER_nondet_int();
        pthread_mutex_lock(&m);
        if (state == 0 && in == 5 && me == 0)
            state = 1;
        else if (state == 1 && in == 6 && me == 1)
#ifdef WRONG
            reach_error();
#else
            state = 0;
#endif
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, feeder, (void *)1);
    feeder((void *)0);
    return 0;
}
