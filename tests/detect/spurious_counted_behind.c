/* expect: safe */
/* options: --checks=none,assertion */
/* assumption: waits in loops that count their rounds do not wake spuriously */
/* A count of wake-ups that nothing depends on while the thread waits: spurious ones would have no end. */
#include "spurious.h"

static int wakes;
static void reader(void) {
    while (!done) {
        pthread_cond_wait(&c, &m);
        wakes++;
    }
    assert(wakes < 3);
}
