/* expect: safe */
/* The last level that a thread asked for is kept in a variable, which others read and keep again; it is never
 * more than 9. Two variables that are set together stay equal. Wrong: 10 is kept, too. */
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#ifdef WRONG
#define MOST 10
#else
#define MOST 9
#endif
static atomic_uint level, copy;
static void *worker(void *arg) {
    unsigned mine = __VERIFIER_nondet_uint();
    if (mine <= MOST) {
        __VERIFIER_atomic_begin();
        level = mine;
        copy = mine;
        __VERIFIER_atomic_end();
    }
    unsigned seen = level;
    if (seen > 9) reach_error();
    __VERIFIER_atomic_begin();
    if (level != copy) reach_error();
    __VERIFIER_atomic_end();
    return arg;
}
int main(void) {
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
