/* expect: safe */
/* A ticket lock whose tickets wrap after four, taken for ever by two threads. Wrong: a ticket is read and
 * written in two steps. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
static atomic_uint next_ticket, serving, inside;
static void *worker(void *arg) {
    FOREVER {
#ifdef WRONG
        unsigned mine = atomic_load(&next_ticket) % 4;
        atomic_store(&next_ticket, (mine + 1) % 4);
#else
        unsigned mine = atomic_load(&next_ticket), next;
        do next = (mine + 1) % 4;
        while (!atomic_compare_exchange_strong(&next_ticket, &mine, next));
#endif
        SPIN_WHILE(atomic_load(&serving) != mine);
        if (atomic_fetch_add(&inside, 1) != 0) reach_error();
        atomic_fetch_sub(&inside, 1);
        atomic_store(&serving, (mine + 1) % 4);
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    return 0;
}
