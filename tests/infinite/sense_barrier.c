/* expect: safe */
/* Two threads meet at a barrier that they enter again and again; waiting is looking at the sense. Wrong: the
 * count is reset after the sense was turned. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
extern void reach_error(void);
static atomic_int arrived, sense, phase[2];
static void barrier(int *mine) {
    *mine = !*mine;
    if (atomic_fetch_add(&arrived, 1) == 1) {
#ifdef WRONG
        atomic_store(&sense, *mine);
        atomic_store(&arrived, 0);
#else
        atomic_store(&arrived, 0);
        atomic_store(&sense, *mine);
#endif
    } else {
        SPIN_WHILE(atomic_load(&sense) != *mine);
    }
    if (atomic_load(&arrived) > 1) reach_error();
}
static void *worker(void *arg) {
    int mine = 0;
    FOREVER { barrier(&mine); }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    return 0;
}
