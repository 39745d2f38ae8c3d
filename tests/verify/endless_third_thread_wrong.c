/* expect: assertion */
/* options: --stop-at-first */
/* Only when three threads are at one place at once, which is more than it takes to see all that two can do.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int here;
static void *worker(void *arg) {
    assert(atomic_fetch_add(&here, 1) < 2);
    atomic_fetch_sub(&here, 1);
    return arg;
}
int main(void) {
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
