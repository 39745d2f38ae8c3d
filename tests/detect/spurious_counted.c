/* expect: assertion @a */
/* options: --checks=none,assertion */
/* Wake-ups are counted, and the count is looked at. */
#include "spurious.h"

static int wakes;
static void reader(void) {
    while (!done) {
        pthread_cond_wait(&c, &m);
        wakes++;
        assert(wakes < 2); /*a*/
    }
}
