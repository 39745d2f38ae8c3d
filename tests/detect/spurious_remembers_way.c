/* expect: assertion @a */
/* options: --checks=none,assertion */
/* The reader comes to the loop only if it saw under the mutex what it would not see later. */
#include "spurious.h"

static void reader(void) {
    if (ready) return;
    while (!ready) pthread_cond_wait(&c, &m);
    assert(done); /*a*/
}
