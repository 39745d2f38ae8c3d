/* expect: safe */
/* Three threads hand a token round for ever with one atomic variable and no waiting but looking. Wrong: one
 * of them hands it on twice. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
static atomic_int token, holders;
static void *member(void *arg) {
    int me = (int)(long)arg;
    FOREVER {
        SPIN_WHILE(atomic_load(&token) != me);
        if (atomic_fetch_add(&holders, 1) != 0) reach_error();
#ifdef WRONG
        if (me == 1) atomic_store(&token, 2);
#endif
        atomic_fetch_sub(&holders, 1);
        atomic_store(&token, (me + 1) % 3);
    }
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, member, (void *)1);
    pthread_create(&u, 0, member, (void *)2);
    member((void *)0);
    return 0;
}
