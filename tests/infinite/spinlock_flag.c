/* expect: safe */
/* A spin lock by atomic_flag that is taken for ever by two threads. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int inside;
static void *worker(void *arg) {
    FOREVER {
        SPIN_WHILE(atomic_flag_test_and_set(&lock));
        if (++inside != 1) reach_error();
        inside--;
        atomic_flag_clear(&lock);
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    return 0;
}
