/* expect: safe */
/* Lamport's bakery for two threads that enter once. Wrong: nobody waits for the other to have chosen its
 * number. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
static atomic_int choosing[2], number[2], inside;
static void *thread(void *arg) {
    int me = (int)(long)arg, other = 1 - me, n;
    atomic_store(&choosing[me], 1);
    n = atomic_load(&number[other]) + 1;
    atomic_store(&number[me], n);
    atomic_store(&choosing[me], 0);
#ifndef WRONG
    SPIN_WHILE(atomic_load(&choosing[other]));
#endif
    int k;
    SPIN_WHILE((k = atomic_load(&number[other])) != 0 && (k < n || (k == n && other < me)));
    if (atomic_fetch_add(&inside, 1) != 0) reach_error();
    atomic_fetch_sub(&inside, 1);
    atomic_store(&number[me], 0);
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
