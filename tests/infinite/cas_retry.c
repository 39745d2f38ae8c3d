/* expect: safe */
/* Two threads count modulo four for ever by compare and swap with retries. Wrong: the bound is one too
 * small. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
static atomic_int x;
static void *worker(void *arg) {
    FOREVER {
        int old = atomic_load(&x);
        if (atomic_compare_exchange_strong(&x, &old, (old + 1) % 4)) {
#ifdef WRONG
            if (old >= 3) reach_error();
#else
            if (old >= 4) reach_error();
#endif
        }
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    return 0;
}
