/* expect: safe */
/* Szymanski's algorithm for two threads with atomics and its four waiting loops. Wrong: the last look at the
 * other is left out. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
static atomic_int flag[2], inside;
static void *thread(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    atomic_store(&flag[me], 1);
    SPIN_WHILE(atomic_load(&flag[other]) >= 3);
    atomic_store(&flag[me], 3);
    if (atomic_load(&flag[other]) == 1) {
        atomic_store(&flag[me], 2);
        SPIN_WHILE(atomic_load(&flag[other]) != 4);
    }
    atomic_store(&flag[me], 4);
#ifndef WRONG
    if (me == 1) SPIN_WHILE(atomic_load(&flag[0]) >= 2);
#endif
    if (atomic_fetch_add(&inside, 1) != 0) reach_error();
    atomic_fetch_sub(&inside, 1);
    if (me == 0) {
        int v;
        SPIN_WHILE((v = atomic_load(&flag[1])) == 2 || v == 3);
    }
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
