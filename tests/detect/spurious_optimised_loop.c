/* expect: safe */
/* options: --checks=none,assertion -O2 */
/* The optimiser writes the condition twice; it is still the same one. */
#include "spurious.h"

static void reader(void) {
    int error = 0, turns = 0;
    while ((!ready || !done) && !error) error = pthread_cond_wait(&c, &m);
    while (!done) pthread_cond_wait(&c, &m), turns = 0;
    assert(done && !error && !turns);
}
