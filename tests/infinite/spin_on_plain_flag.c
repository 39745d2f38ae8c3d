/* expect: safe */
/* options: --interleave=memory */
/* A thread waits for a plain flag that another sets: safe under sequential consistency, and a data race in
 * C. */
#include <pthread.h>
#include "bound.h"
extern void reach_error(void);
volatile int ready;
int value;
void *setter(void *arg) {
    value = 1;
    ready = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, setter, 0);
    SPIN_WHILE(!ready);
    if (value != 1) reach_error();
    pthread_join(t, 0);
    return 0;
}
