/* expect: assertion @a */
/* options: --checks=none,assertion */
/* What the reader saw under the mutex before the loop is old when it wakes, other than if it locked it later.
 */
#include "spurious.h"

static void reader(void) {
    int late = ready;
    while (!ready) pthread_cond_wait(&c, &m);
    assert(late || done); /*a*/
}
