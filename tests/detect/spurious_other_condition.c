/* expect: assertion @a */
/* options: --checks=none,assertion */
/* What is looked at after the wait is not what was looked at before. */
#include "spurious.h"

static void reader(void) {
    for (int wait = !done; wait; wait = !ready) pthread_cond_wait(&c, &m);
    assert(done); /*a*/
}
