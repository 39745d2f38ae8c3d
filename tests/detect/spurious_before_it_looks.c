/* expect: assertion @a */
/* options: --checks=none,assertion */
/* The wait comes before the first look, so only a spurious wake-up gets past it early. */
#include "spurious.h"

static void reader(void) {
    do pthread_cond_wait(&c, &m);
    while (!ready);
    assert(done); /*a*/
}
