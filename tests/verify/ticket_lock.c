/* expect: safe */
/* options: --interleave=memory */
/* A ticket lock with an atomic fetch and add; who is not served is of no interest. Wrong: the ticket is taken
 * in two steps. */
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#ifndef THREADS
#define THREADS 3
#endif
volatile unsigned next_ticket, now_serving;
int c;
static unsigned fetch_and_increment(volatile unsigned *p) {
#ifdef WRONG
    unsigned value = *p;
    *p = value + 1;
    return value;
#else
    return __sync_fetch_and_add(p, 1);
#endif
}
static void acquire(void) {
    unsigned mine = fetch_and_increment(&next_ticket);
    __VERIFIER_assume(mine == now_serving);
}
static void release(void) { now_serving++; }
void *thread(void *arg) {
    acquire();
    c++;
    if (c != 1) reach_error();
    c--;
    release();
    return 0;
}
int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&t[i], 0, thread, 0);
    for (int i = 0; i < THREADS; i++) pthread_join(t[i], 0);
    return 0;
}
