/* expect: assertion "late" */
/* A loop that waits until a clock says that it is late: nothing but time changes in it. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
static void *nothing(void *arg) { return arg; }

int main(void) {
    int p[2];
    pthread_t t;
    pipe(p);
    pthread_create(&t, 0, nothing, 0);
    long end = now() + 100;
    struct pollfd f = {p[0], POLLIN, 0};
    while (now() < end) poll(&f, 1, 50);
    assert(!"late");
}
