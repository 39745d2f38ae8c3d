/* expect: safe */
/* Two threads give way to each other whenever they meet: they may do so for ever, which is no deadlock. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
static atomic_int wants[2], inside;
static void *thread(void *arg) {
    int me = (int)(long)arg;
    FOREVER {
        atomic_store(&wants[me], 1);
        if (atomic_load(&wants[1 - me])) {
            atomic_store(&wants[me], 0);
            sched_yield();
            continue;
        }
        if (atomic_fetch_add(&inside, 1) != 0) reach_error();
        atomic_fetch_sub(&inside, 1);
        atomic_store(&wants[me], 0);
        break;
    }
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, thread, (void *)0);
    pthread_create(&u, 0, thread, (void *)1);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
