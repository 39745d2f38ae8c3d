/* Attributes of threads and the policy of the process refuse what Linux does not know, and tell what was set.
 */
/* expect: safe */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

int main(void) {
    pthread_attr_t a;
    struct sched_param none = {0}, one = {1};
    int policy;
    pthread_attr_init(&a);
    assert(pthread_attr_setschedpolicy(&a, 77) == EINVAL);
    assert(pthread_attr_setschedparam(&a, &one) == EINVAL);
    assert(pthread_attr_setschedpolicy(&a, SCHED_RR) == 0);
    assert(pthread_attr_setschedparam(&a, &none) == EINVAL);
    assert(pthread_attr_setschedparam(&a, &one) == 0);
    assert(pthread_attr_getschedpolicy(&a, &policy) == 0 && policy == SCHED_RR);
    assert(pthread_setschedparam(pthread_self(), 77, &none) == EINVAL);
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &one) == EINVAL);
    assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &one) == EPERM);
    assert(sched_setscheduler(0, 77, &none) == -1 && errno == EINVAL);
    assert(sched_setscheduler(0, SCHED_BATCH, &none) == 0 && sched_getscheduler(0) == SCHED_BATCH);
    pthread_condattr_t c;
    pthread_condattr_init(&c);
    assert(pthread_condattr_setclock(&c, 99) == EINVAL);
    assert(pthread_condattr_setclock(&c, CLOCK_MONOTONIC) == 0);
    return 0;
}
