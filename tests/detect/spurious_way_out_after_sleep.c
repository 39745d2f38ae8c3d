/* expect: assertion @a */
/* options: --checks=none,assertion */
/* Behind the wait there is a way out of the loop that is not there before it. */
#include "spurious.h"

static void reader(void) {
    while (!done) {
        pthread_cond_wait(&c, &m);
        if (ready) break;
    }
    assert(done); /*a*/
}
