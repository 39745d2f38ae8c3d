/* expect: assertion @a */
/* options: --checks=none,assertion */
/* What the thread writes before it waits and behind that tells it later that it slept. */
#include "spurious.h"

static int slept;
static void reader(void) {
    while (!ready) {
        slept = 1;
        pthread_cond_wait(&c, &m);
        slept = 2;
    }
    assert(done || slept != 2); /*a*/
}
