/* expect: safe */
/* Peterson's algorithm with atomics; waiting is reading again and again. Wrong: the turn is given away after
 * looking. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
static atomic_int flag[2], turn, inside;
static void *thread(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    atomic_store(&flag[me], 1);
#ifndef WRONG
    atomic_store(&turn, other);
#endif
    SPIN_WHILE(atomic_load(&flag[other]) && atomic_load(&turn) == other);
    if (atomic_fetch_add(&inside, 1) != 0) reach_error();
    atomic_fetch_sub(&inside, 1);
    atomic_store(&flag[me], 0);
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
