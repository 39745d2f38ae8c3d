/* expect: assertion @a */
/* options: --checks=none,assertion */
/* The caller of the loop's function locks the mutex, and remembers what it saw before. */
#include "spurious.h"

__attribute__((noinline)) static void await(void) {
    while (!ready) pthread_cond_wait(&c, &m);
}

static void reader(void) {
    int late = ready;
    await();
    assert(late || done); /*a*/
}
