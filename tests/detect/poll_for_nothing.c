/* expect: deadlock "poll" */
/* A poll that asks for no events of what cannot fail ends with its time, and without one never. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <time.h>

static void *waits(void *p) {
    struct timespec before, after;
    struct pollfd f = {eventfd(1, 0), 0, 0};
    clock_gettime(CLOCK_MONOTONIC, &before);
    assert(poll(&f, 1, 2000) == 0);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(after.tv_sec >= before.tv_sec + 2);
    f.events = POLLIN;
    assert(poll(&f, 1, -1) == 1);
    f.events = 0;
    assert(poll(&f, 1, -1) < 0);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, waits, 0);
    pthread_join(t, 0);
    return 0;
}
