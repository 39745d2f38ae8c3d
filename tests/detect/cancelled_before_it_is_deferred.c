/* expect: assertion @a */
/* A cancellation that comes while the thread can be cancelled anywhere ends it there, also behind the last
 * thing that others see. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int begun, done;
static void *worker(void *p) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    begun = 1;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
    done = 1;
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(done || !begun); /*a*/
    return 0;
}
