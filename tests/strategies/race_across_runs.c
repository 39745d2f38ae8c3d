/* Two threads touch one variable, each after what it read in a pair of its own: the two reads that lead there
 * are events of different runs where only events are covered. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int touched;

static void *set_x(void *p) {
    atomic_store(&x, 1);
    return p;
}

static void *set_y(void *p) {
    atomic_store(&y, 1);
    return p;
}

static void *after_x(void *p) {
    if (atomic_load(&x)) touched = 1;
    return p;
}

static void *before_y(void *p) {
    if (!atomic_load(&y)) touched = 2;
    return p;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, set_x, 0);
    pthread_create(&t[1], 0, set_y, 0);
    pthread_create(&t[2], 0, after_x, 0);
    pthread_create(&t[3], 0, before_y, 0);
    return 0;
}
