/* expect: assertion @a */
/* options: --checks=none,assertion */
/* A variable of its own tells the thread that it slept. */
#include "spurious.h"

static void reader(void) {
    int slept = 0;
    while (!ready) {
        pthread_cond_wait(&c, &m);
        slept = 1;
    }
    assert(done || !slept); /*a*/
}
