/* expect: assertion @a */
/* options: --checks=none,assertion */
/* The loop waits for another value than the one that was seen under the mutex. */
#include "spurious.h"

__attribute__((noinline)) static int generation(void) { return ready; }

static void reader(void) {
    int seen = generation();
    while (ready == seen && !done) pthread_cond_wait(&c, &m);
    assert(seen || done); /*a*/
}
