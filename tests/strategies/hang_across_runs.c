/* A thread loops for ever, or another one fails, each by what it read in a pair of its own. Whether the first
 * would have been helped shows only where the other did not fail: a run of both events need not be among
 * those that show each. */
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *set_x(void *p) {
    atomic_store(&x, 1);
    return p;
}

static void *set_y(void *p) {
    atomic_store(&y, 1);
    return p;
}

static void *loop_after_x(void *p) {
    volatile int more = atomic_load(&x);
    while (more) {}
    return p;
}

static void *fail_after_y(void *p) {
    heddle_assert(!atomic_load(&y));
    return p;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, set_x, 0);
    pthread_create(&t[1], 0, set_y, 0);
    pthread_create(&t[2], 0, loop_after_x, 0);
    pthread_create(&t[3], 0, fail_after_y, 0);
    for (int k = 0; k < 4; k++) pthread_join(t[k], 0);
    return 0;
}
