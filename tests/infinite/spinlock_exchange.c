/* expect: safe */
/* A spin lock by atomic exchange protects a plain variable; three threads take it once. Wrong: test and set
 * are two operations. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
static atomic_int lock;
static int inside;
static void *worker(void *arg) {
#ifdef WRONG
    SPIN_WHILE(atomic_load(&lock));
    atomic_store(&lock, 1);
#else
    SPIN_WHILE(atomic_exchange(&lock, 1));
#endif
    if (++inside != 1) reach_error();
    inside--;
    atomic_store(&lock, 0);
    return 0;
}
#ifndef THREADS
#define THREADS 3
#endif
int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < THREADS; i++) pthread_join(t[i], 0);
    return 0;
}
