/* expect: hang "waits in a loop for ever" */
/* Both threads wait for a flag that nobody sets: they run for ever. */
#include <pthread.h>
#include <stdatomic.h>
#include "bound.h"
static atomic_int never;
static void *wait(void *arg) {
    SPIN_WHILE(!atomic_load(&never));
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, wait, 0);
    wait(0);
    pthread_join(t, 0);
    return 0;
}
