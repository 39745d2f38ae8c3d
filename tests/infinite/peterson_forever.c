/* expect: safe */
/* Peterson's algorithm; both threads enter again and again and never end. Wrong: a thread takes its flag back
 * before it leaves. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
static atomic_int flag[2], turn, inside;
static void *thread(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    FOREVER {
        atomic_store(&flag[me], 1);
        atomic_store(&turn, other);
        SPIN_WHILE(atomic_load(&flag[other]) && atomic_load(&turn) == other);
#ifdef WRONG
        atomic_store(&flag[me], 0);
#endif
        if (atomic_fetch_add(&inside, 1) != 0) reach_error();
        atomic_fetch_sub(&inside, 1);
        atomic_store(&flag[me], 0);
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, (void *)0);
    thread((void *)1);
    return 0;
}
