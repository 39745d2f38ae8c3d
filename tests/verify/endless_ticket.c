/* expect: safe */
/* options: --interleave=memory */
/* A ticket lock whose numbers wrap around, taken by threads without end. Wrong: the next number may be that
 * of the thread which has the lock. */
#include <pthread.h>
#ifndef LAST
#define LAST 3 /* the greatest number; 0 follows */
#endif
#ifndef TAKEN
#define TAKEN (((next + 1) & LAST) == serving)
#endif
extern void reach_error(void);
extern void __VERIFIER_assume(int);
static unsigned serving, next;
static int inside;
unsigned __VERIFIER_atomic_take(void) {
    unsigned number = next;
    __VERIFIER_assume(!TAKEN);
    next = (next + 1) & LAST;
    return number;
}
void __VERIFIER_atomic_leave(void) { serving = (serving + 1) & LAST; }
static void *worker(void *arg) {
    unsigned number = __VERIFIER_atomic_take();
    while (number != serving);
    inside++;
    if (inside != 1) reach_error();
    inside--;
    __VERIFIER_atomic_leave();
    return arg;
}
int main(void) {
    pthread_t t;
    while (1) pthread_create(&t, 0, worker, 0);
}
