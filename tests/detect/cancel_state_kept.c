/* expect: safe */
/* The state and type of cancellation are each thread's own, and remembered. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *fresh(void *p) {
    int o = -1;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &o) == 0 && o == PTHREAD_CANCEL_ENABLE);
    return p;
}

int main(void) {
    int o = -1;
    pthread_t t;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    pthread_create(&t, 0, fresh, 0);
    pthread_join(t, 0);
    assert(pthread_setcancelstate(77, &o) == EINVAL && o == -1);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &o);
    assert(o == PTHREAD_CANCEL_DISABLE);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &o);
    assert(o == PTHREAD_CANCEL_DEFERRED);
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &o);
    assert(o == PTHREAD_CANCEL_ASYNCHRONOUS);
    return 0;
}
