/* expect: assertion @a "" */
/* options: --interleave=memory */
/* An access that is only made in an order found later covers more than the bytes that are visible by then. */
#include <assert.h>
#include <pthread.h>
static union {
    struct {
        int first, second;
    } part;
    long all;
} u;
static void *worker(void *arg) {
    u.part.first = 1;
    u.part.second = 2;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (*(volatile int *)&u.part.first == 1) {
        long both = *(volatile long *)&u.all;
        assert(both >> 32 != 0); /*a*/
    }
    pthread_join(t, NULL);
    return 0;
}
